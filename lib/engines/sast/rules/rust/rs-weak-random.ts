import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { program } from './samples.ts';

const isGuessable = ({ taints }: Value): boolean =>
  taints.some(
    ({ origin, lastStep: last }) => origin.label === 'weak-random' && !last?.message.startsWith('passed to'),
  );

const secret =
  /^(?!\w{0,60}(?:window|interval|delay|ttl|timeout|seconds|count|length|len|size|index)$)\w{0,60}?(?:token|secret|passw|nonce|salt|\botp|csrf|session_?id|(?:api|private|encryption|signing|auth|access|session)_?key|(?:verification|auth|reset|access|security)_?code)/i;

export const rsWeakRandom: Rule = {
  id: 'rs-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message: 'A secret is created with a fast or fixed-seed generator: its values can be predicted.',
  help: 'Use rand::rngs::OsRng or rand::thread_rng.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  positives: [
    program('    let token = fastrand::u64(..); // HERE'),
    program(
      '    let mut rng = StdRng::seed_from_u64(42);\n    let session_key: u64 = rng.gen(); // HERE',
      'use rand::rngs::StdRng;',
    ),
  ],
  negatives: [
    program('    let token: u64 = OsRng.gen();', 'use rand::rngs::OsRng;'),
    program('    let delay = fastrand::u64(0..100);'),
  ],
};
