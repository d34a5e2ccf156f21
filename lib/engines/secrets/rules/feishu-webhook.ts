import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const feishuWebhook = tokenRule({
  id: 'feishu-webhook',
  title: 'Feishu or Lark webhook',
  keywords: ['open-apis/bot/v2/hook/'],
  pattern: /open-apis\/bot\/v2\/hook\/[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`https://open.feishu.cn/${`open-apis/bot/v2/hook/${fakeUuid()}`}`],
  negatives: () => ['https://open.feishu.cn/open-apis/bot/v2/hook/your-hook-id'],
});
