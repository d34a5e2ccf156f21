import type { Rule } from '@scangate/engines/sast/rule';

const everybody = /^0?o?(?:777|666|776|767)$/;

export const rbWorldWritable: Rule = {
  id: 'rb-world-writable',
  cwe: 'CWE-732',
  severity: 'low',
  title: 'Everybody may change the file',
  message: 'Every user of the machine may change the file or put files into the folder.',
  help: 'Give rights to the owner only: 0640 and 0750.',
  calls: [
    {
      call: ['{File,FileUtils}.{chmod,chmod_R}'],
      when: ({ written: [mode] }) => everybody.test(mode?.at.text ?? ''),
    },
  ],
  positives: ['File.chmod(0777, path) # HERE\n'],
  negatives: ['File.chmod(0640, path)\nFileUtils.mkdir_p(path, mode: 0750)\n'],
};
