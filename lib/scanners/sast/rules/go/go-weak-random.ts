import type { Rule } from '../../rule.ts';
import type { Value } from '../../taint/value.ts';
import { program } from './samples.ts';

const isGuessable = ({ taints }: Value): boolean =>
  taints.some(({ origin }) => origin.label === 'weak-random');

const secret =
  /token|secret|passw|nonce|salt|\botp|csrf|session_?id|api_?key|(?:[a-z]K|_k|^k)ey$|(?:verification|auth|reset|access|security|captcha)_?code/i;

export const goWeakRandom: Rule = {
  id: 'go-weak-random',
  cwe: 'CWE-338',
  severity: 'medium',
  title: 'Secret that can be guessed',
  message:
    'A secret is made with math/rand: who knows when it was seeded, or has seen a few values, knows it.',
  help: 'Use crypto/rand.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  sinks: [
    {
      returns: ({ name, body }) => {
        const last = body.at(-1);
        return (
          secret.test(name ?? '') && !(last?.kind === 'return' && secret.test(last.value?.at.text ?? ''))
        );
      },
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
