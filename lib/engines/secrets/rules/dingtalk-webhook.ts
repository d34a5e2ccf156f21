import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const dingtalkWebhook = tokenRule({
  id: 'dingtalk-webhook',
  title: 'DingTalk webhook',
  keywords: ['oapi.dingtalk.com/robot/send'],
  pattern: /oapi\.dingtalk\.com\/robot\/send\?access_token=[a-f0-9]{64}/,
  positives: () => [leak`https://${`oapi.dingtalk.com/robot/send?access_token=${fake(hex, 64)}`}`],
  negatives: () => ['https://oapi.dingtalk.com/robot/send?access_token=xxx'],
});
