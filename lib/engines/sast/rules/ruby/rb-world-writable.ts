import type { Rule } from '@scangate/engines/sast/rule';

const everybody = /^0?o?(?:777|666|776|767)$/;

export const rbWorldWritable: Rule = {
  id: 'rb-world-writable',
  cwe: 'CWE-732',
  severity: 'low',
  title: 'World-writable file',
  message: 'Every user of the machine can change the file or put files into the folder.',
  help: 'Do not give write access to others: 0640 and 0750.',
  calls: [
    {
      call: ['{File,FileUtils}.{chmod,chmod_R}'],
      when: ({ written: [mode] }) => everybody.test(mode?.at.text ?? ''),
    },
  ],
  positives: ['File.chmod(0777, path) # HERE\n'],
  negatives: ['File.chmod(0640, path)\nFileUtils.mkdir_p(path, mode: 0750)\n'],
};
