import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

/** Creation with 0666, or 0777 for a directory, is subject to the umask, which normally removes write access. */
const writableByAll = (mode: unknown): boolean => typeof mode === 'number' && (mode & 0o002) !== 0;

export const goWorldWritable: Rule = {
  id: 'go-world-writable',
  cwe: 'CWE-732',
  severity: 'medium',
  title: 'World-writable file',
  message: 'With these permissions every user of the machine can change the file.',
  help: 'Use 0600 for files and 0750 for directories.',
  calls: [
    { call: ['os.Chmod'], when: ({ args: [, mode] }) => writableByAll(mode?.constant) },
    {
      call: ['os.{WriteFile,OpenFile}', 'io/ioutil.WriteFile'],
      when: ({ args: [, , mode] }) => writableByAll(mode?.constant) && mode?.constant !== 0o666,
    },
    { call: ['syscall.Umask'], when: ({ args: [mask] }) => mask?.constant === 0 },
  ],
  positives: [
    program('os', '\tos.Chmod("/data", 0777) // HERE'),
    program('os', '\tos.WriteFile("/data/a", text, 0o777) // HERE', 'text []byte'),
  ],
  negatives: [
    program(
      'os',
      '\tos.MkdirAll("/data", 0777)\n\tos.WriteFile("/data/a", nil, 0644)\n\tos.Chmod("/data/a", os.FileMode(0600))',
    ),
  ],
};
