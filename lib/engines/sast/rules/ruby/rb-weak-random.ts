import type { Rule } from '@scangate/engines/sast/rule';
import { deepTaints, type Value } from '@scangate/engines/sast/taint/value';

const isGuessable = (value: Value): boolean =>
  deepTaints(value).some(({ origin }) => origin.label === 'weak-random');

const secret =
  /(?:^|_)(?:token|secret|passw\w{0,5}|nonce|salt|otp|csrf|api_key)$|(?:verification|auth|reset|access|security|captcha|activation)_?(?:code|token|key)/i;

export const rbWeakRandom: Rule = {
  id: 'rb-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with rand or sample: anyone who has seen a few values can predict the next ones.',
  help: 'Use SecureRandom.hex, SecureRandom.random_number or random: SecureRandom.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  positives: [
    'reset_token = rand(1_000_000).to_s # HERE\n',
    'user.password = (0...8).map { ("a".."z").to_a.sample }.join # HERE\n',
    'class A\n  def renew\n    @otp = Random.rand(9999) # HERE\n  end\nend\n',
  ],
  negatives: [
    'reset_token = SecureRandom.hex(16)\n',
    'delay = rand(10)\n',
    'token = chars.sample(8, random: SecureRandom).join\n',
  ],
};
