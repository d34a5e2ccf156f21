import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'rejudge-waived-releases',
  summary: 'Has the watch judge releases again that were covered by waivers which have ended.',
  entry: 'functions/jobs/rejudge-waived-releases/handler.ts',
  needs: { core: 'write', watch: 'start' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 15,
});
