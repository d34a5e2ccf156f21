import jetbrains.buildServer.configs.kotlin.*
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
        param("env.SCANGATE_URL", "https://scangate.example")
        param("env.SCANGATE_ORGANIZATION", "3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10")
        param("teamcity.git.shallowClone", "false")
    }
    vcs {
        root(DslContext.settingsRoot)
    }
    steps {
        script {
            scriptContent = "rm -rf scangate.xml && npm install --global --prefix ~/.scangate scangate@0.1.0 && ~/.scangate/bin/scangate scan --format junit --output scangate.xml"
            dockerImage = "node:24"
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
        executionTimeoutMin = 40
    }
})
