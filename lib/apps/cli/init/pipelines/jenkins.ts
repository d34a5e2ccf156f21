import { image, jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const jenkinsPipeline: Pipeline = {
  file: 'Jenkinsfile',
  signs: ['Jenkinsfile'],
  hosts: [],
  text: (values) => `pipeline {
  agent { docker { image '${image}' } }
  options { timeout(time: ${jobMinutes}, unit: 'MINUTES') }
  environment {
    SCANGATE_URL = '${values.url}'
    SCANGATE_ORGANIZATION = '${values.organization}'
    SCANGATE_TOKEN = credentials('scangate-token')
    HOME = "\${WORKSPACE_TMP}"
  }
  stages {
    stage('Scangate') {
      steps {
        sh '${scanCommandLine(values, { junit: 'scangate.xml' })}'
      }
      post {
        always {
          junit allowEmptyResults: true, testResults: 'scangate.xml'
        }
      }
    }
  }
}
`,
  steps: [
    'Add a credential of the kind "Secret text" with the id scangate-token. It holds a service token (POST /v1/tokens).',
    'Let the multibranch pipeline clone without a depth, so that the commit to compare with is available.',
  ],
};
