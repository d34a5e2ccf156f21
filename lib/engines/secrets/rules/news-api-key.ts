import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const newsApiKey = namedValueRule({
  id: 'news-api-key',
  title: 'NewsAPI key',
  names: ['newsapi', 'news_api'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`NEWSAPI_KEY=${fake(hex, 32)}`],
  negatives: () => [`NEWSAPI_KEY=${fake(hex, 9)}`, 'NEWSAPI_KEY=your-key-here'],
});
