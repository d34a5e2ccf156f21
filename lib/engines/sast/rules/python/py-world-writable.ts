import type { Rule } from '@scangate/engines/sast/rule';
import { argument } from './conditions.ts';

export const pyWorldWritable: Rule = {
  id: 'py-world-writable',
  cwe: 'CWE-732',
  severity: 'medium',
  title: 'World-writable file',
  message: 'Every user of the machine can change the file.',
  help: 'Only give rights to the owner: 0o600, or 0o700 for programs.',
  calls: [
    {
      call: ['os.{chmod,lchmod,fchmod}', '{Path,pathlib.Path}.chmod'],
      when: (call) => {
        const mode = argument(call, 'mode', call.receiver?.type?.endsWith('Path') ? 0 : 1)?.constant;
        return typeof mode === 'number' && (mode & 2) !== 0;
      },
    },
    { call: ['os.umask'], when: ({ args }) => args[0]?.constant === 0 },
  ],
  positives: ['import os\nos.chmod("a", 0o777)  # HERE\n', 'import os\nos.umask(0)  # HERE\n'],
  negatives: ['import os\nos.chmod("a", 0o755)\nos.umask(0o077)\n'],
};
