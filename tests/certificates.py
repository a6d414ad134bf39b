"""Certificates for tests: each signs itself."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pokerroom.live.settings import Tls


def issue(folder: Path, name: str, *addresses: str) -> Tls:
    """A certificate under this name, for these addresses."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=9))
    if addresses:
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(each)) for each in addresses])
        made = made.add_extension(names, critical=False)
    certificate = made.sign(key, hashes.SHA256())
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return Tls(certificate=str(folder / "certificate.pem"), key=str(folder / "key.pem"))
