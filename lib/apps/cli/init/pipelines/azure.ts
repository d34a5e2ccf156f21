import { jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const azurePipeline: Pipeline = {
  file: 'azure-pipelines.yml',
  signs: ['azure-pipelines.yml'],
  hosts: ['dev.azure.com', 'ssh.dev.azure.com'],
  text: (values) => `trigger: [${values.branch}]
pr: [${values.branch}]

jobs:
  - job: scangate
    pool:
      vmImage: ubuntu-latest
    timeoutInMinutes: ${jobMinutes}
    steps:
      - checkout: self
        fetchDepth: 0 # the commit to compare with
      - task: UseNode@1
        inputs:
          version: 24.x
      - script: ${scanCommandLine(values, { junit: 'scangate.xml' })}
        displayName: Scan and wait for the verdict
        env:
          SCANGATE_URL: ${values.url}
          SCANGATE_ORGANIZATION: ${values.organization}
          SYSTEM_ACCESSTOKEN: $(System.AccessToken) # asks for the identity of the job
      - task: PublishTestResults@2
        condition: succeededOrFailed()
        inputs:
          testResultsFormat: JUnit
          testResultsFiles: scangate.xml
`,
  trust: () => ({
    name: 'Azure Pipelines',
    provider: 'azure',
    issuer: 'https://vstoken.dev.azure.com/<organization id>',
    match: { rpo_id: '<repository id>' },
    repositories: 'matching',
    forkBuilds: 'off',
  }),
  steps: [
    'The ids are in the answers of https://dev.azure.com/ORG/_apis/connectionData (`instanceId`) and https://dev.azure.com/ORG/PROJECT/_apis/git/repositories (`id`).',
    'Azure Repos ignores `pr`: add a build validation to the branch policies. Keep fork builds off.',
  ],
};
