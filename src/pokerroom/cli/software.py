"""`pokerroom software`: what is installed here, so that somebody can compare it with what was approved."""

import json
from typing import Annotated, Any

import typer

from pokerroom.room import software as this


def software(
    *,
    files: Annotated[bool, typer.Option("--files", help="List every file with its SHA-256.")] = False,
    sbom: Annotated[bool, typer.Option("--sbom", help="Print a bill of materials, CycloneDX 1.6 as JSON.")] = False,
) -> None:
    """Say what is installed: version, digest, files and parts, also as an SBOM (CycloneDX).

    The digest is over all of it. Every round of play that this software deals records version and digest.
    """
    if sbom:
        typer.echo(json.dumps(bill_of_materials(), indent=2))
        return
    typer.echo(this.software())
    for part in this.parts():
        typer.echo(f"  {part.digest[:16]}  {part.name} {part.version}")
    for file in this.files() if files else ():
        typer.echo(f"{file.digest}  {file.name}")


def bill_of_materials() -> dict[str, Any]:
    name, _, version = this.version_of().partition(" ")
    root = {"type": "application", "bom-ref": name, "name": name, "version": version or "0"}
    components = [component(each) for each in this.parts()]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {**root, "hashes": [{"alg": "SHA-256", "content": this.digest()}]},
        },
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [each["bom-ref"] for each in components]}],
    }


def component(part: this.SoftwarePart) -> dict[str, Any]:
    address = f"pkg:pypi/{part.name.replace('_', '-')}@{part.version}"
    return {"type": "library", "bom-ref": address, "name": part.name, "version": part.version, "purl": address}
