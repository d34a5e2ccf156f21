import type { Rule } from '@scangate/engines/sast/rule';
import { handler, program } from './samples.ts';

export const goDecompressionBomb: Rule = {
  id: 'go-decompression-bomb',
  cwe: 'CWE-409',
  severity: 'low',
  title: 'Decompression without a limit',
  message: 'A small compressed input can expand to a huge one that fills the memory or the disk.',
  help: 'Copy with a limit (io.CopyN, io.LimitReader).',
  category: 'other',
  labels: ['compressed'],
  sinks: [{ call: ['io.{Copy,CopyBuffer}'], args: [1] }, { call: ['io.ReadAll', 'io/ioutil.ReadAll'] }],
  positives: [
    program(
      'compress/gzip io os',
      `\treader, err := gzip.NewReader(in)
\tio.Copy(out, reader) // HERE`,
      'in io.Reader, out io.Writer',
    ),
  ],
  negatives: [
    program(
      'compress/gzip io',
      `\treader, err := gzip.NewReader(in)
\tio.Copy(out, io.LimitReader(reader, 1000))
\tio.CopyN(out, reader, 1000)`,
      'in io.Reader, out io.Writer',
    ),
    handler('io', '\tio.Copy(w, file)'),
  ],
};
