import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

const everybody = /^0?o?(?:777|666|776|767)$/;

export const phpWorldWritable: Rule = {
  id: 'php-world-writable',
  cwe: 'CWE-732',
  severity: 'low',
  title: 'World-writable file',
  message: 'Every user of the machine can change the file or put files into the folder.',
  help: 'Do not give write access to others: 0640 and 0750.',
  calls: [
    { call: ['chmod'], when: ({ written: [, mode] }) => everybody.test(mode?.at.text ?? '') },
    { call: ['umask'], when: ({ written: [mask] }) => /^0+$/.test(mask?.at.text ?? '') },
  ],
  positives: [script('chmod($path, 0777); // HERE'), script('umask(0); // HERE')],
  negatives: [script('chmod($path, 0640);\numask(027);\nmkdir($path, 0777);')],
};
