import type { Rule } from '@scangate/engines/sast/rule';
import { pathSinks } from './js-path-traversal.ts';

export const jsZipSlip: Rule = {
  id: 'js-zip-slip',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Archive entry decides where a file is written',
  message:
    'The name of an archive entry becomes a file name: an entry called `../../x` is written outside the directory.',
  help: 'Resolve the path and check that it starts with the target directory and a separator.',
  category: 'path',
  labels: ['archive'],
  sinks: pathSinks,
  positives: [
    "const AdmZip = require('adm-zip');\nconst fs = require('fs');\nconst path = require('path');\nfor (const entry of new AdmZip(file).getEntries()) {\n  fs.writeFileSync(path.join('out', entry.entryName), entry.getData()); // HERE\n}\n",
    "const yauzl = require('yauzl');\nconst fs = require('fs');\nconst path = require('path');\nyauzl.open(file, (error, archive) => {\n  archive.on('entry', (entry) => {\n    const target = path.join(directory, entry.fileName);\n    archive.openReadStream(entry, (e, stream) => stream.pipe(fs.createWriteStream(target))); // HERE\n  });\n});\n",
    "const unzipper = require('unzipper');\nconst fs = require('fs');\nfs.createReadStream(file)\n  .pipe(unzipper.Parse())\n  .on('entry', (entry) => {\n    entry.pipe(fs.createWriteStream('out/' + entry.path)); // HERE\n  });\n",
    "const tar = require('tar-stream');\nconst fs = require('fs');\nconst path = require('path');\nconst extract = tar.extract();\nextract.on('entry', (header, stream, next) => {\n  stream.pipe(fs.createWriteStream(path.join(out, header.name))); // HERE\n});\n",
    "const JSZip = require('jszip');\nconst fs = require('fs');\nasync function unpack(data) {\n  const zip = await JSZip.loadAsync(data);\n  for (const name of Object.keys(zip.files)) fs.writeFileSync('out/' + name, ''); // HERE\n}\n",
    "import { readFile } from 'fs/promises';\nimport AdmZip from 'adm-zip';\nfor (const entry of new AdmZip(file).getEntries()) {\n  await readFile('out/' + entry.entryName); // HERE\n}\n",
    "const fsp = require('fs').promises;\nconst AdmZip = require('adm-zip');\nfor (const entry of new AdmZip(file).getEntries()) {\n  await fsp.readFile('out/' + entry.entryName); // HERE\n}\n",
    "const AdmZip = require('adm-zip');\nconst fs = require('fs');\nfor (const entry of new AdmZip(file).getEntries()) {\n  fs.rename('out/' + entry.entryName, 'old.txt', cb); // HERE\n}\n",
    "const AdmZip = require('adm-zip');\nconst fs = require('fs');\nfor (const entry of new AdmZip(file).getEntries()) {\n  fs.rename('new.txt', 'out/' + entry.entryName, cb); // HERE\n}\n",
  ],
  negatives: [
    "const yauzl = require('yauzl');\nconst fs = require('fs');\nconst path = require('path');\nyauzl.open(file, (error, archive) => {\n  archive.on('entry', (entry) => {\n    const target = path.resolve(directory, entry.fileName);\n    if (!target.startsWith(directory + path.sep)) throw new Error('outside');\n    fs.createWriteStream(target);\n  });\n});\n",
    "const AdmZip = require('adm-zip');\nconst fs = require('fs');\nconst path = require('path');\nfor (const entry of new AdmZip(file).getEntries()) {\n  if (entry.entryName.includes('..')) continue;\n  fs.writeFileSync(path.join('out', entry.entryName), entry.getData());\n}\n",
    "const fs = require('fs');\nemitter.on('entry', (entry) => fs.readFileSync(entry.path));\n",
  ],
};
