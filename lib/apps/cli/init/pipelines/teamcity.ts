import { image, jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const teamcityPipeline: Pipeline = {
  file: '.teamcity/settings.kts',
  signs: ['.teamcity'],
  hosts: [],
  text: (values) => `import jetbrains.buildServer.configs.kotlin.*
import jetbrains.buildServer.configs.kotlin.buildFeatures.XmlReport
import jetbrains.buildServer.configs.kotlin.buildFeatures.xmlReport
import jetbrains.buildServer.configs.kotlin.buildSteps.script
import jetbrains.buildServer.configs.kotlin.triggers.vcs

version = "2024.03"

project {
    buildType(Scangate)
}

object Scangate : BuildType({
    name = "Scangate"
    params {
        param("env.SCANGATE_URL", "${values.url}")
        param("env.SCANGATE_ORGANIZATION", "${values.organization}")
        param("teamcity.git.shallowClone", "false")
    }
    vcs {
        root(DslContext.settingsRoot)
    }
    steps {
        script {
            scriptContent = "${scanCommandLine(values, { junit: 'scangate.xml' })}"
            dockerImage = "${image}"
        }
    }
    triggers {
        vcs { }
    }
    features {
        xmlReport {
            reportType = XmlReport.XmlReportType.JUNIT
            rules = "scangate.xml"
        }
    }
    failureConditions {
        executionTimeoutMin = ${jobMinutes}
    }
})
`,
  steps: [
    'Add the parameter env.SCANGATE_TOKEN of the type password to the parent project. It holds a service token (POST /v1/tokens).',
    'Add the build feature "Pull Requests", so that builds get the number and the target of a pull request.',
  ],
};
