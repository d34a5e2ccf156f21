import type { Rule } from '@scangate/engines/sast/rule';

export const pyInsecureTempFile: Rule = {
  id: 'py-insecure-temp-file',
  cwe: 'CWE-377',
  severity: 'medium',
  title: 'Temporary file with a predictable name',
  message: 'Only the name is reserved: another user can create the file first.',
  help: 'Use tempfile.mkstemp or NamedTemporaryFile.',
  calls: [{ call: ['tempfile.mktemp', 'os.{tempnam,tmpnam}'] }],
  positives: ['import tempfile\nname = tempfile.mktemp()  # HERE\n'],
  negatives: ['import tempfile\nhandle, name = tempfile.mkstemp()\n'],
};
