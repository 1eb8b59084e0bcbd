# SPDX-License-Identifier: Apache-2.0
"""BenchExec tool-info module for heddle.

    PYTHONPATH=scripts/benchexec benchexec --tool-directory build DEFINITION.xml

with <benchmark tool="heddle"> in the definition.
"""

import re

import benchexec.result as result
import benchexec.tools.template


def _leave_time_to_end(seconds):
    """heddle ends by itself, with a reason, before it is ended."""
    return f"{seconds - min(seconds * 0.05, 10):g}"


class Tool(benchexec.tools.template.BaseTool2):
    """heddle checks multi-threaded C programs."""

    # What `make svcomp` puts beside the binary.
    REQUIRED_PATHS = ["lib", "libexec"]

    def name(self):
        return "heddle"

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--svcomp", *options]
        if task.property_file:
            command += ["--prp", task.property_file]
        # Task definitions that do not say are from the days of 32 bits.
        model = (task.options or {}).get("data_model", "ILP32")
        command += ["--data-model", model.lower()]
        # Engines run side by side, so processor time passes faster than that of the wall.
        if rlimits.walltime:
            command += ["--time", _leave_time_to_end(rlimits.walltime)]
        if rlimits.cputime:
            command += ["--cpu-time", _leave_time_to_end(rlimits.cputime)]
        if rlimits.memory:
            command += ["--memory", str(rlimits.memory * 9 // 10 // (1 << 20))]
        return command + list(task.input_files)

    def determine_result(self, run):
        lines = [line.strip() for line in run.output if line.strip()]
        verdict = lines[-1] if lines else ""
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict.startswith("FALSE("):
            # The line before says which of SV-COMP's properties is violated.
            violated = re.fullmatch(r"SV-COMP: (false\(.*\))", lines[-2] if lines[1:] else "")
            return violated.group(1) if violated else result.RESULT_FALSE_PROP
        if verdict.startswith("UNKNOWN("):
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
