import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const uptimerobotApiKey = namedValueRule({
  id: 'uptimerobot-api-key',
  title: 'UptimeRobot API key',
  names: ['uptimerobot', 'uptime_robot'],
  tail: ['key', 'token'],
  value: /u\d{5,8}-[a-f0-9]{24}/,
  positives: () => [leak`UPTIMEROBOT_API_KEY=${`u482615-${fake(hex, 24)}`}`],
  negatives: () => ['UPTIMEROBOT_API_KEY=u-your-key', 'UPTIMEROBOT_API_KEY=your-key-here'],
});
