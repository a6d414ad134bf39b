"""`pokerroom software`: what is installed here, so that somebody can compare it with what was approved."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pokerroom.cli.shuffle import FAILED, mistake
from pokerroom.live.authentication import ReleaseUnfit, read_release, sign_release
from pokerroom.room import software as this
from pokerroom.store.keys import KeyFileError, signing_key


def software(
    *,
    files: Annotated[bool, typer.Option("--files", help="List every file with its SHA-256.")] = False,
    sbom: Annotated[bool, typer.Option("--sbom", help="Print a bill of materials, CycloneDX 1.6 as JSON.")] = False,
    release: Annotated[
        Path | None,
        typer.Option(
            metavar="KEY", dir_okay=False, help="Print the list of a release, signed with this private key (PEM)."
        ),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(metavar="LIST", dir_okay=False, help="Compare with the signed list of a release.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(metavar="KEY", dir_okay=False, help="The public key that checks the list (PEM).")
    ] = None,
) -> None:
    """Say what is installed: version, digest, files and parts, also as an SBOM (CycloneDX).

    The digest is over all of it. Every round of play that this software deals records version and digest.
    """
    if release is not None:
        typer.echo(signed_list(release))
        return
    if check is not None:
        compare(check, key)
        return
    if sbom:
        typer.echo(json.dumps(bill_of_materials(), indent=2))
        return
    typer.echo(this.software())
    for part in this.parts():
        typer.echo(f"  {part.digest[:16]}  {part.name} {part.version}")
    for file in this.files() if files else ():
        typer.echo(f"{file.digest}  {file.name}")


def signed_list(key: Path) -> bytes:
    try:
        return sign_release(this.release(), signing_key(key.read_bytes(), str(key)))
    except (KeyFileError, OSError) as error:
        raise mistake(str(error)) from None


def compare(listed: Path, key: Path | None) -> None:
    if key is None:
        raise mistake("a list is checked with the key of whoever signed it: give --key")
    try:
        found = this.differences(read_release(listed, key), this.release())
    except ReleaseUnfit as error:
        raise mistake(str(error)) from None
    for each in found:
        typer.echo(f"{each.name}: released {each.released or 'not there'}, installed {each.installed or 'not there'}")
    typer.echo(f"{len(found)} differ from the release." if found else "Every file is as the release has it.")
    if found:
        raise typer.Exit(FAILED)


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
