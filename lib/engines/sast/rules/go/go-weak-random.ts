import type { Rule } from '@scangate/engines/sast/rule';
import type { Step, Value } from '@scangate/engines/sast/taint/value';
import { program } from './samples.ts';

/** Skips a value that is passed on to a function whose parameter has such a name: it is reported there. */
const isGuessable = ({ taints }: Value): boolean =>
  taints.some(
    ({ origin, lastStep: last }) => origin.label === 'weak-random' && !last?.message.startsWith('passed to'),
  );

const secret =
  /token|secret|passw|nonce|salt|\botp|csrf|session_?id|(?:api|private|encrypt\w{0,5}|signing|auth|access|session|hmac|aes|cipher|crypto|master)_?key|(?:verification|auth|reset|access|security|captcha)_?code/i;

/** Skips a value that was assigned to such a name before: it was reported there. */
const isTold = ({ taints }: Value): boolean =>
  taints.every(({ lastStep: last }) => {
    for (let step: Step | undefined = last; step; step = step.before)
      if (step.message.startsWith('assigned to') && secret.test(step.message.slice(13, -1))) return true;
    return false;
  });

export const goWeakRandom: Rule = {
  id: 'go-weak-random',
  cwe: 'CWE-338',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with math/rand: anyone who knows the seed or has seen a few values can predict it.',
  help: 'Use crypto/rand.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  sinks: [
    {
      returns: ({ name }) => secret.test(name ?? ''),
      unless: isTold,
    },
  ],
  positives: [
    program('math/rand fmt', '\ttoken := fmt.Sprintf("%x", rand.Int63()) // HERE'),
    'package main\n\nimport "math/rand"\n\nfunc newPassword() string {\n\tb := make([]byte, 8)\n\tfor i := range b {\n\t\tb[i] = letters[rand.Intn(62)]\n\t}\n\treturn string(b) // HERE\n}\n',
  ],
  negatives: [
    program('crypto/rand', '\tn, err := rand.Int(rand.Reader, max)\n\ttoken := n.String()'),
    program('math/rand time', '\tdelay := time.Duration(rand.Intn(1000))\n\ttime.Sleep(delay)'),
  ],
};
