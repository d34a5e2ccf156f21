import { image, jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

const reports = {
  'gitlab-codequality': 'scangate/gl-code-quality-report.json',
  junit: 'scangate/junit.xml',
  'gl-sast': 'scangate/gl-sast-report.json',
  'gl-secret-detection': 'scangate/gl-secret-detection-report.json',
  'gl-dependency-scanning': 'scangate/gl-dependency-scanning-report.json',
};

export const gitlabPipeline: Pipeline = {
  file: '.gitlab-ci.yml',
  signs: ['.gitlab-ci.yml'],
  hosts: ['gitlab.com'],
  text: (values) => `scangate:
  stage: test
  image: ${image}
  timeout: ${jobMinutes} minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  id_tokens:
    SCANGATE_ID_TOKEN: # the identity of the job, instead of a stored token
      aud: scangate:${values.organization}
  script:
    # Pipeline variables, which a push may set, take precedence over those of a job, but not over these.
    - export SCANGATE_URL=${values.url} SCANGATE_ORGANIZATION=${values.organization}
    - ${scanCommandLine(values, reports)}
  artifacts:
    when: always
    reports:
      codequality: ${reports['gitlab-codequality']}
      junit: ${reports.junit}
      sast: ${reports['gl-sast']}
      secret_detection: ${reports['gl-secret-detection']}
      dependency_scanning: ${reports['gl-dependency-scanning']}
`,
  trust: () => ({
    name: 'GitLab CI/CD',
    provider: 'gitlab',
    match: { project_id: '<id>' },
    repositories: 'matching',
  }),
  steps: ['<id> is the project ID, at Settings > General.'],
};
