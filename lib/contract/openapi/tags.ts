/** A tag of the reference: the paths that it covers, and its description. The longest matching path wins. */
interface Tag {
  name: string;
  description: string;
  paths: readonly string[];
}

export const tags: readonly Tag[] = [
  {
    name: 'Scans',
    description: 'Create a scan, wait for its verdict, read its findings and reports.',
    paths: ['/v1/scans', '/v1/uploads'],
  },
  {
    name: 'Repositories',
    description: 'Connect repositories, and find the ids that scans need.',
    paths: ['/v1/repositories', '/badges'],
  },
  {
    name: 'Gate',
    description: 'The settings that decide PASS or FAIL, and their simulation on earlier scans.',
    paths: ['/v1/organization/gate', '/v1/organization/rules'],
  },
  {
    name: 'Waivers',
    description: 'Accept findings for a limited time, with a reason; VEX documents become waivers.',
    paths: ['/v1/waivers', '/v1/vex'],
  },
  {
    name: 'Findings',
    description: 'Findings and components of the default branches over time.',
    paths: ['/v1/findings', '/v1/trends', '/v1/components', '/v1/overview'],
  },
  {
    name: 'Evidence',
    description: 'Signed verdicts, proofs, the audit trail and packs for auditors.',
    paths: [
      '/v1/scans/{scanId}/attestation',
      '/v1/scans/{scanId}/proof',
      '/.well-known/scangate',
      '/v1/audit-events',
      '/v1/auditor-packs',
      '/v1/shared',
    ],
  },
  {
    name: 'Bundles',
    description: 'Products of several repositories, with the documents of each release.',
    paths: ['/v1/bundles'],
  },
  {
    name: 'Tokens',
    description: 'Tokens for people and pipelines, and the exchange of CI JWTs.',
    paths: ['/v1/tokens', '/v1/oidc', '/v1/device'],
  },
  {
    name: 'Sessions',
    description: 'Sign-in of people in a browser.',
    paths: ['/v1/session', '/v1/sessions', '/v1/sso'],
  },
  {
    name: 'Organization',
    description: 'The organization, its members and invitations, and closing it.',
    paths: ['/v1/organization', '/v1/members', '/v1/people', '/v1/invitations', '/v1/me'],
  },
  {
    name: 'Single sign-on',
    description: 'The identity provider of the organization, its domains and its directory.',
    paths: ['/v1/organization/sso', '/v1/organization/domains', '/v1/organization/directory-tokens'],
  },
  {
    name: 'Webhooks',
    description: 'Events of the organization, sent to your URLs or read as a feed.',
    paths: ['/v1/webhooks', '/v1/events'],
  },
  {
    name: 'Integrations',
    description: 'Messages in chats, and issues in trackers.',
    paths: ['/v1/integrations'],
  },
  {
    name: 'Billing',
    description: 'Plan, licenses, credits, invoices and budgets.',
    paths: ['/billing', '/webhooks/stripe'],
  },
  {
    name: 'Reference',
    description: 'This description of the API.',
    paths: ['/v1/openapi.json', '/docs'],
  },
];

const clientPackage = '@scangate/client';

/** The tag of the events that the service sends. */
export const eventsTag = {
  name: 'Events',
  description: [
    'What the service sends to webhooks: as Standard Webhooks, signed and at least once.',
    '',
    '```ts',
    `import { verifyWebhook } from '${clientPackage}/webhooks';`,
    "const event = verifyWebhook(rawBody, headers, [process.env.SCANGATE_WEBHOOK_SECRET ?? '']);",
    "if (event.type === 'scan.completed') console.log(event.data);",
    '```',
  ].join('\n'),
};

const covers = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** @throws Error for a path that no tag covers. */
export const tagOf = (path: string): string => {
  const fitting = tags.flatMap(({ name, paths }) =>
    paths.filter((prefix) => covers(prefix, path)).map((prefix) => ({ name, length: prefix.length })),
  );
  const [tag] = fitting.toSorted((a, b) => b.length - a.length);
  if (!tag) throw new Error(`no tag covers ${path} (lib/contract/openapi/tags.ts)`);
  return tag.name;
};
