import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'check-domains',
  summary: 'Looks up the DNS records of verified domains once a day; a domain is lost after 7 failed days.',
  entry: 'functions/jobs/check-domains/handler.ts',
  needs: { core: 'write', dns: true },
  memoryMb: 512,
  timeoutSeconds: 600,
  everyMinutes: 60,
});
