import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const ibmCloudApiKey = namedValueRule({
  id: 'ibm-cloud-api-key',
  title: 'IBM Cloud API key',
  names: ['ibm', 'bluemix'],
  tail: ['key'],
  value: /[\w-]{44}/,
  positives: () => [leak`IBMCLOUD_API_KEY=${fake(base64url, 44)}`],
  negatives: () => [`IBMCLOUD_API_KEY=${fake(hex, 9)}`, 'IBMCLOUD_API_KEY=your-key-here'],
});
