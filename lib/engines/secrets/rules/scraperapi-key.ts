import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const scraperapiKey = namedValueRule({
  id: 'scraperapi-key',
  title: 'ScraperAPI key',
  names: ['scraperapi', 'scraper_api'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`SCRAPERAPI_KEY=${fake(hex, 32)}`],
  negatives: () => [`SCRAPERAPI_KEY=${fake(hex, 9)}`, 'SCRAPERAPI_KEY=your-key-here'],
});
