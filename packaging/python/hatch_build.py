"""Puts the static binary into the wheel and names its platform."""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BinaryHook(BuildHookInterface):
    def initialize(self, version, build_data):
        binary = os.environ.get("ASSAY_BINARY", "")
        platform = os.environ.get("ASSAY_WHEEL_PLATFORM", "")
        if self.target_name != "wheel":
            return
        if not os.path.isfile(binary) or not platform:
            raise RuntimeError(
                "set ASSAY_BINARY to the binary and ASSAY_WHEEL_PLATFORM to its tag; ./release.sh does"
            )
        name = "assay.exe" if binary.endswith(".exe") else "assay"
        build_data["force_include"][binary] = f"assay_eval/bin/{name}"
        for text in ("NOTICE", "THIRD-PARTY.txt", "CITATION.cff"):
            if os.path.isfile(os.path.join(self.root, text)):
                build_data["force_include"][os.path.join(self.root, text)] = f"assay_eval/bin/{text}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
