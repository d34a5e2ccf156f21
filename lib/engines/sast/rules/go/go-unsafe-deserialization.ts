import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goUnsafeDeserialization: Rule = {
  id: 'go-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'low',
  title: 'Untrusted data is decoded as gob',
  message:
    'The gob format is not designed for untrusted data: small inputs can take a lot of memory and time.',
  help: 'Use JSON for untrusted input, and limit its size (http.MaxBytesReader).',
  category: 'deserialization',
  sinks: [{ call: ['encoding/gob.NewDecoder'] }],
  positives: [handler('encoding/gob', '\tgob.NewDecoder(r.Body).Decode(&message) // HERE')],
  negatives: [handler('encoding/json', '\tjson.NewDecoder(r.Body).Decode(&message)')],
};
