import { jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const buildkitePipeline: Pipeline = {
  file: '.buildkite/pipeline.yml',
  signs: ['.buildkite'],
  hosts: [],
  text: (values) => `steps:
  - label: Scangate
    key: scangate
    command: ${scanCommandLine(values, { junit: 'scangate.xml' })}
    env:
      SCANGATE_URL: ${values.url}
      SCANGATE_ORGANIZATION: ${values.organization}
    artifact_paths: scangate.xml
    timeout_in_minutes: ${jobMinutes}
`,
  trust: () => ({
    name: 'Buildkite',
    provider: 'buildkite',
    match: { pipeline_id: '<pipeline id>' },
    repositories: 'all',
    forkBuilds: 'off',
  }),
  steps: [
    'The pipeline id is at Pipeline Settings > General.',
    'The agents need Node 22.21 or newer. Keep fork builds off.',
  ],
};
