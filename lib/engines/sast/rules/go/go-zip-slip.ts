import type { Rule } from '@scangate/engines/sast/rule';
import { fileSinks } from './files.ts';
import { program } from './samples.ts';

export const goZipSlip: Rule = {
  id: 'go-zip-slip',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Archive entry decides where a file is written',
  message:
    'The name of an archive entry becomes a file name: an entry called `../../x` is written outside the directory.',
  help: 'Check the name with filepath.IsLocal, or check that the joined path is still inside the directory.',
  category: 'path',
  labels: ['archive'],
  sinks: fileSinks,
  positives: [
    program(
      'archive/zip os path/filepath',
      `\treader, err := zip.OpenReader(name)
\tfor _, file := range reader.File {
\t\ttarget := filepath.Join(directory, file.Name)
\t\tos.Create(target) // HERE
\t}`,
      'name, directory string',
    ),
    program(
      'archive/tar os path/filepath io',
      `\treader := tar.NewReader(in)
\theader, err := reader.Next()
\tos.MkdirAll(filepath.Join(directory, header.Name), 0o755) // HERE`,
      'in io.Reader, directory string',
    ),
  ],
  negatives: [
    program(
      'archive/zip os path/filepath strings',
      `\treader, err := zip.OpenReader(name)
\tfor _, file := range reader.File {
\t\ttarget := filepath.Join(directory, file.Name)
\t\tif !strings.HasPrefix(target, filepath.Clean(directory)+"/") {
\t\t\tcontinue
\t\t}
\t\tos.Create(target)
\t}`,
      'name, directory string',
    ),
    program(
      'archive/zip os path/filepath',
      `\treader, err := zip.OpenReader(name)
\tfor _, file := range reader.File {
\t\tos.Create(filepath.Join(directory, filepath.Base(file.Name)))
\t}`,
      'name, directory string',
    ),
  ],
};
