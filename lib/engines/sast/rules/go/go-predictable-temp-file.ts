import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { program } from './samples.ts';

export const goPredictableTempFile: Rule = {
  id: 'go-predictable-temp-file',
  cwe: 'CWE-377',
  severity: 'low',
  title: 'Temporary file with a predictable name',
  message: 'Another user of the machine can place a link there first, so that another file is overwritten.',
  help: 'Use os.CreateTemp.',
  calls: [
    {
      call: ['os.{Create,WriteFile}', 'io/ioutil.WriteFile'],
      when: ({ args: [name] }) => name !== undefined && /^\/(?:var\/)?tmp\/./.test(prefixOf(name) ?? ''),
    },
  ],
  positives: [program('os', '\tf, err := os.Create("/tmp/report.txt") // HERE')],
  negatives: [program('os', '\tf, err := os.CreateTemp("", "report")\n\tos.Create("/data/report.txt")')],
};
