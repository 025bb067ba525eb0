"""Names, platforms and archives of a release. The same input gives the same bytes on every machine."""

import gzip
import hashlib
import io
import os
import re
import struct
import subprocess
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fail(message):
    print(f"{os.path.basename(sys.argv[0])}: error: {message}", file=sys.stderr)
    sys.exit(2)


def version():
    """The version in the sources."""
    folder = os.path.join(ROOT, "Sources", "TrayKit")
    for name in sorted(os.listdir(folder)):
        if name.startswith("Traycheck"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found = re.search(r'static let version = "([^"]+)"', file.read())
            if found:
                return found[1]
    fail("no version in Sources/TrayKit")


def platform(tool):
    """The name of the platform of an executable, and its triples in an artifact bundle."""
    if tool[:5] == b"\x7fELF\x02":
        machine = {62: "x86_64", 183: "aarch64"}.get(struct.unpack_from("<H", tool, 18)[0])
        if machine:
            return f"linux-{machine}", [f"{machine}-unknown-linux-gnu"]
    if tool[:4] == b"\xca\xfe\xba\xbe":
        return "macos-universal", ["arm64-apple-macosx", "x86_64-apple-macosx"]
    fail("a file is no executable for Linux, and no universal one for macOS")


def settled(tool):
    """The same tool without bytes that differ from build to build of one commit.

    The compiler writes a hash into `.swift_modhash` that differs from run to run, and no program reads it. The linker
    makes the build ID of it too. Here the hashes are 0, and the build ID is made of all other bytes.
    """
    if tool[:5] != b"\x7fELF\x02":
        return tool
    result = bytearray(tool)
    (table,) = struct.unpack_from("<Q", tool, 0x28)
    size, count, names = struct.unpack_from("<HHH", tool, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", tool, table + size * each) for each in range(count)]
    identity = None
    for name, _, _, _, offset, length in sections:
        start = sections[names][4] + name
        title = tool[start : tool.index(b"\0", start)]
        if title == b".swift_modhash":
            result[offset : offset + length] = bytes(length)
        if title == b".note.gnu.build-id":
            # A note has 16 bytes before its content.
            identity = (offset + 16, offset + length)
            result[slice(*identity)] = bytes(length - 16)
    if identity:
        result[slice(*identity)] = hashlib.sha1(result).digest()[: identity[1] - identity[0]]
    return bytes(result)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def tool(path):
    """The bytes of an executable, which may be in an archive of a release."""
    if not path.endswith(".tar.gz"):
        return read(path)
    return member(path, "traycheck")


def member(path, name):
    with tarfile.open(path) as archive:
        for entry in archive:
            if os.path.basename(entry.name) == name and entry.isfile():
                return archive.extractfile(entry).read()
    fail(f"{path} has no file {name}")


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)
    print(f"{len(content):>10}  {path}")


def tar(files):
    """A tar archive of (name, content, mode), in that order; a folder has the content None."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content, mode in files:
            entry = tarfile.TarInfo(name)
            entry.mode = mode
            if content is None:
                entry.type = tarfile.DIRTYPE
            else:
                entry.size = len(content)
            archive.addfile(entry, None if content is None else io.BytesIO(content))
    return buffer.getvalue()


def packed(content):
    return gzip.compress(content, 9, mtime=0)


def zipped(files):
    """A zip archive of (name, content, mode), in that order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, compresslevel=9)
    return buffer.getvalue()


def said(*command):
    """The output of a command; empty if it is missing or fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def files_in(folder):
    """All files in a folder, as (name, content), sorted by name."""
    names = []
    for base, _, found in os.walk(folder):
        names += [os.path.relpath(os.path.join(base, name), folder) for name in found]
    return [(name, read(os.path.join(folder, name))) for name in sorted(names)]
