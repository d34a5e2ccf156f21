import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const openshiftToken = tokenRule({
  id: 'openshift-token',
  title: 'OpenShift user token',
  keywords: ['sha256~'],
  pattern: /sha256~[\w-]{43}/,
  positives: () => [leak`oc login --token=${'sha256~' + fake(base64url, 43)}`],
  negatives: () => ['sha256~token'],
});
