import type { Rule } from '@scangate/engines/sast/rule';
import { pathSinks } from './paths.ts';
import { method } from './samples.ts';

export const javaZipSlip: Rule = {
  id: 'java-zip-slip',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Archive entry decides where a file is written',
  message:
    'The name of an archive entry becomes a file name: an entry called `../../x` is written outside the directory.',
  help: 'Resolve the name, normalize it and check that it is still inside the target directory.',
  category: 'path',
  labels: ['archive'],
  sinks: pathSinks,
  positives: [
    method(
      `    ZipEntry entry;
    while ((entry = zip.getNextEntry()) != null) {
      File file = new File(target, entry.getName()); // HERE
      new FileOutputStream(file);
    }`,
      'ZipInputStream zip, File target',
    ),
    method(
      `    for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
      ZipEntry entry = entries.nextElement();
      Files.copy(zip.getInputStream(entry), target.resolve(entry.getName())); // HERE
    }`,
      'ZipFile zip, Path target',
    ),
  ],
  negatives: [
    method(
      `    ZipEntry entry = zip.getNextEntry();
    File file = new File(target, entry.getName());
    if (!file.getCanonicalPath().startsWith(target.getCanonicalPath() + File.separator)) throw new IOException();`,
      'ZipInputStream zip, File target',
    ),
    method(
      '    ZipEntry entry = zip.getNextEntry();\n    Path file = target.resolve(entry.getName());\n    checkDirectoryTraversal(target, file);\n    Files.copy(zip, file);',
      'ZipInputStream zip, Path target',
    ),
    method('    new File(target, user.getName());', 'User user, File target'),
  ],
};
