import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const appCenterToken = namedValueRule({
  id: 'app-center-token',
  title: 'App Center token',
  names: ['appcenter', 'app_center'],
  tail: ['token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`APPCENTER_ACCESS_TOKEN=${fake(hex, 40)}`],
  negatives: () => [`APPCENTER_ACCESS_TOKEN=${fake(hex, 9)}`, 'APPCENTER_ACCESS_TOKEN=your-key-here'],
});
