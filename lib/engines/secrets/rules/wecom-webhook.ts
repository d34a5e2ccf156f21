import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const wecomWebhook = tokenRule({
  id: 'wecom-webhook',
  title: 'WeCom webhook',
  keywords: ['qyapi.weixin.qq.com/cgi-bin/webhook'],
  pattern: /qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`https://${`qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${fakeUuid()}`}`],
  negatives: () => ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=KEY'],
});
