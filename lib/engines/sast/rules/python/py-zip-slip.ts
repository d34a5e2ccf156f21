import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around, constantText } from './conditions.ts';
import { fileSinks } from './files.ts';

const isFiltered = (call: Call): boolean => {
  const filter = call.named.get('filter') ?? call.args[3];
  if (filter !== undefined) return constantText(filter) !== 'fully_trusted';
  return (
    call.named.has('members') ||
    call.args[1] !== undefined ||
    /is_within_directory|commonp|\.extraction_filter/.test(around(call))
  );
};

export const pyZipSlip: Rule = {
  id: 'py-zip-slip',
  cwe: 'CWE-22',
  severity: 'medium',
  title: 'Archive entry decides where a file is written',
  message: 'The names in an archive are used unchecked: one with `../` is written outside the target folder.',
  help: "Pass filter='data' to extractall, or check that each resolved path is inside the target folder.",
  category: 'path',
  labels: ['archive'],
  sinks: fileSinks,
  calls: [
    {
      call: ['{TarFile,tarfile,tarfile.TarFile,tar}.extractall', 'tarfile.open().extractall'],
      when: (call) => !isFiltered(call),
    },
    {
      call: ['{TarFile,tarfile.TarFile,tar}.extract'],
      when: (call) =>
        !call.named.has('filter') && !/\.\.|startswith|abspath|realpath|resolve\(/.test(around(call)),
    },
    {
      call: ['shutil.unpack_archive'],
      when: ({ named, args }) =>
        /tar/.test(constantText(named.get('format') ?? args[2])) && !named.has('filter'),
    },
  ],
  positives: [
    'import tarfile\nwith tarfile.open(path) as tar:\n    for entry in tar:\n        tar.extract(entry, "/srv")  # HERE\n',
    'import tarfile\ntar = tarfile.open(path)\ntar.extractall("/srv")  # HERE\n',
    'import tarfile\ndef unpack(path):\n    with tarfile.open(path, "r:gz") as archive:\n        archive.extractall()  # HERE\n',
    'import zipfile, os\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            with open(os.path.join("/srv", name), "wb") as f:  # HERE\n                f.write(z.read(name))\n',
    'import zipfile, io\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            io.open("/srv/" + name, "wb")  # HERE\n',
    'import zipfile, os\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            os.remove("/srv/" + name)  # HERE\n',
    'import zipfile, os\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            os.rename("/srv/" + name, "/srv/old")  # HERE\n',
    'import zipfile, os\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            os.rename("/srv/new", "/srv/" + name)  # HERE\n',
    'import zipfile, shutil\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            shutil.copy("/srv/" + name, "/srv/old")  # HERE\n',
    'import zipfile, shutil\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            shutil.copy("/srv/new", "/srv/" + name)  # HERE\n',
    'import zipfile, sqlite3\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            sqlite3.connect("/srv/" + name)  # HERE\n',
    'import zipfile, pathlib\ndef unpack(path):\n    with zipfile.ZipFile(path) as z:\n        for name in z.namelist():\n            pathlib.Path("/srv/" + name).write_text("")  # HERE\n',
    'import shutil\nshutil.unpack_archive(path, "/srv", format="gztar")  # HERE\n',
  ],
  negatives: [
    'import shutil\nshutil.unpack_archive(path, "/srv", format="zip")\n',
    'import shutil\nshutil.unpack_archive(path, "/srv", format="gztar", filter="data")\n',
    'import tarfile\nwith tarfile.open(path) as tar:\n    for entry in tar:\n        tar.extract(entry, "/srv", filter="data")\n',
    'import tarfile\nwith tarfile.open(path) as tar:\n    tar.extractall("/srv", filter="data")\n',
    'import tarfile\nwith tarfile.open(path) as tar:\n    tar.extractall("/srv", members=safe(tar))\n',
    'import zipfile\nwith zipfile.ZipFile(path) as z:\n    z.extractall("/srv")\n',
    'import zipfile, os\nwith zipfile.ZipFile(path) as z:\n    for name in z.namelist():\n        open(os.path.join("/srv", os.path.basename(name)), "wb")\n',
  ],
};
