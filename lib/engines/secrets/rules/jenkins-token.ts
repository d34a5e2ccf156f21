import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const jenkinsToken = namedValueRule({
  id: 'jenkins-token',
  title: 'Jenkins API token',
  names: ['jenkins'],
  value: /11[a-f0-9]{32}/,
  positives: () => [leak`JENKINS_API_TOKEN=${'11' + fake(hex, 32)}`],
  negatives: () => [`jenkins_build=${fake(hex, 34)}0`],
});
