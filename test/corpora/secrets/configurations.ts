import {
  base62,
  base64,
  base64url,
  fake,
  fakeUuid,
  hex,
  lowerDigits,
} from '@scangate/engines/secrets/rule-example';
import { file, plant, type SecretCase } from './secret-case.ts';

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const login = (seed: number): string => inBase64(`deploy:${fake(base62, 18, seed)}`);

const manifests: SecretCase[] = [
  file('configs', 'k8s/db-secret.yaml')`apiVersion: v1
kind: Secret
metadata:
  name: db
type: Opaque
data:
  username: YWRtaW4=
  password: ${plant('kubernetes-secret', inBase64(fake(base62, 20, 1)))}
`,
  file('configs', 'k8s/data-first.yml')`apiVersion: v1
data:
  api-key: ${plant('kubernetes-secret', inBase64(fake(hex, 40, 2)))}
kind: Secret
metadata:
  name: api
`,
  file('configs', 'k8s/secret.json')`{
  "apiVersion": "v1",
  "kind": "Secret",
  "data": {
    "token": "${plant('kubernetes-secret', inBase64(fake(base62, 24, 3)))}"
  }
}
`,
  file('configs', 'k8s/string-data.yaml')`apiVersion: v1
kind: Secret
metadata: { name: smtp }
stringData:
  smtp_password: ${plant('generic-password', `x8${fake(base62, 12, 4)}!`)}
`,
  file('configs', 'k8s/pull-secret.yaml')`apiVersion: v1
kind: Secret
type: kubernetes.io/dockerconfigjson
data:
  .dockerconfigjson: ${plant('kubernetes-secret', inBase64(`{"auths":{"registry.a1.dev":{"auth":"${login(5)}"}}}`))}
`,
  file('configs', 'k8s/tls.yaml')`apiVersion: v1
kind: Secret
type: kubernetes.io/tls
data:
  tls.crt: ${inBase64(`-----BEGIN CERTIFICATE-----\n${fake(base64, 64)}\n-----END CERTIFICATE-----\n`)}
  tls.key: ${plant('encoded-private-key', inBase64(['-----BEGIN PRIVATE', ` KEY-----\n${fake(base64, 64, 6)}\n${fake(base64, 64, 7)}\n-----END PRIVATE KEY-----\n`].join('')))}
`,
  file('configs', 'k8s/sealed.yaml')`apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
spec:
  encryptedData:
    note: ${fake(base64, 160, 8)}
`,
  file('configs', 'k8s/external.yaml')`apiVersion: external-secrets.io/v1beta1
kind: ExternalSecret
spec:
  data:
    - secretKey: password
      remoteRef: { key: prod/db/password }
`,
  file('configs', 'k8s/ref.yaml')`env:
  - name: DB_PASSWORD
    valueFrom:
      secretKeyRef: { name: db-credentials-v2, key: password }
`,
  file('configs', 'charts/app/values.yaml')`image: { repository: registry.a1.dev/app, tag: 1.4.2 }
existingSecret: app-credentials-v3
auth:
  password: ""
  adminToken: {{ .Values.global.adminToken }}
`,
  file('configs', 'kubeconfig')`apiVersion: v1
kind: Config
users:
  - name: admin
    user:
      client-key-data: ${plant('encoded-private-key', inBase64(['-----BEGIN RSA PRIVATE', ` KEY-----\n${fake(base64, 64, 9)}\n${fake(base64, 64, 10)}\n-----END RSA PRIVATE KEY-----\n`].join('')))}
      token: ${plant('generic-secret', fake(base62, 64, 11))}
`,
];

const registries: SecretCase[] = [
  file('configs', 'home/.docker/config.json')`{
  "auths": {
    "registry.a1.dev": { "auth": "${plant('basic-authorization', login(12))}" }
  }
}
`,
  file('configs', 'ci/config.toml')`[[runners]]
  environment = ["DOCKER_AUTH_CONFIG={\"auths\":{\"registry.a1.dev\":{\"auth\":\"${plant('basic-authorization', login(13))}\"}}}"]
`,
  file('configs', 'docker/empty.json')`{ "auths": { "registry.a1.dev": {} }, "credsStore": "osxkeychain" }
`,
  file('configs', '.npmrc')`registry=https://npm.a1.dev/
//npm.a1.dev/:_authToken=${plant('npm-registry-auth', fakeUuid(14))}
`,
  file('configs', 'web/.npmrc')`//npm.a1.dev/:_authToken=\${NPM_TOKEN}
always-auth=true
`,
  file('configs', 'home/.pypirc')`[distutils]
index-servers = a1
[a1]
repository = https://pypi.a1.dev
username = deploy
password = ${plant('generic-password', `r5${fake(base62, 14, 15)}`)}
`,
  file('configs', 'home/.m2/settings.xml')`<settings>
  <servers>
    <server>
      <id>a1</id>
      <username>deploy</username>
      <password>${plant('generic-password', `t3${fake(base62, 14, 16)}`)}</password>
    </server>
  </servers>
</settings>
`,
  file('configs', 'nuget.config')`<configuration>
  <packageSourceCredentials>
    <a1>
      <add key="Username" value="deploy" />
      <add key="ClearTextPassword" value="${plant('generic-password', `u7${fake(base62, 16, 17)}`)}" />
    </a1>
  </packageSourceCredentials>
</configuration>
`,
  file('configs', 'gradle.properties')`org.gradle.jvmargs=-Xmx2g
signing.keyId=24875D73
signing.password=${plant('generic-password', `n2${fake(base62, 14, 18)}`)}
`,
  file(
    'configs',
    'auth.json',
  )`{ "http-basic": { "repo.a1.dev": { "username": "deploy", "password": "${plant('generic-password', `c6${fake(base62, 15, 19)}`)}" } } }
`,
  file('configs', 'home/.gem/credentials')`---
:rubygems_api_key: ${plant('rubygems-api-key', `rubygems_${fake(hex, 48, 20)}`)}
`,
  file('configs', 'home/.cargo/credentials.toml')`[registry]
token = "${plant('crates-io-token', `cio${fake(base62, 32, 21)}`)}"
`,
];

const logins: SecretCase[] = [
  file('configs', 'home/.netrc')`machine git.a1.dev
  login deploy
  password ${plant('netrc-password', fake(base62, 18, 22))}
`,
  file('configs', 'home/.pgpass')`# host:port:database:user:password
db.a1.dev:5432:app:deploy:${plant('login-file-entry', fake(lowerDigits, 10, 23))}
`,
  file(
    'configs',
    'site/.htpasswd',
  )`deploy:${plant('login-file-entry', `$apr1$${fake(base62, 8, 24)}$${fake(base62, 22, 25)}`)}
`,
  file('configs', 'config/master.key')`${plant('login-file-entry', fake(hex, 32, 26))}
`,
  file('configs', 'deploy/sftp-config.json')`{
  "type": "sftp",
  "host": "a1.dev",
  "user": "deploy",
  "password": "${plant('stored-password', 'plum-cart')}",
  "remote_path": "/var/www"
}
`,
  file(
    'configs',
    'home/.git-credentials',
  )`https://deploy:${plant('url-credentials', fake(base62, 24, 27))}@git.a1.dev
`,
  file('configs', 'home/.aws/credentials')`[default]
aws_access_key_id = ${plant('aws-access-key-id', `AKIA${fake('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16, 28)}`)}
aws_secret_access_key = ${plant('aws-secret-access-key', fake(base64, 40, 29))}
`,
  file('configs', 'home/.s3cfg')`[default]
access_key = ${plant('generic-secret', fake(base62, 20, 30))}
secret_key = ${plant('generic-secret', fake(base62, 38, 31))}
`,
  file(
    'configs',
    'tests/fixtures/.htpasswd',
  )`user:${plant('login-file-entry', `$apr1$${fake(base62, 8, 32)}$${fake(base62, 22, 33)}`)}
`,
  file('configs', 'etc/passwd')`root:x:0:0:root:/root:/bin/sh
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
`,
];

const services: SecretCase[] = [
  file('configs', 'wp-config.php')`<?php
define('DB_NAME', 'blog');
define('DB_PASSWORD', '${plant('generic-password', `k4${fake(base62, 14, 34)}`)}');
define('AUTH_KEY', '${plant('framework-secret-key', `${fake(`${base62}!#%^*()=+`, 60, 35)}!=(+`)}');
`,
  file('configs', 'App/connection.json')`{
  "ConnectionStrings": {
    "Default": "Server=sql.a1.dev;Database=app;User Id=app;Password=${plant('connection-string-password', `m8${fake(base62, 12, 36)}`)};Encrypt=true"
  }
}
`,
  file(
    'configs',
    'config/settings.local.py',
  )`CACHES = {"default": {"LOCATION": "redis://:${plant('url-credentials', fake(base62, 32, 37))}@cache.a1.dev:6379/0"}}
`,
  file('configs', 'azure/local.settings.json')`{
  "Values": {
    "AzureWebJobsStorage": "DefaultEndpointsProtocol=https;AccountName=a1;AccountKey=${plant('azure-storage-key', `${fake(base64, 86, 38)}==`)};EndpointSuffix=core.windows.net"
  }
}
`,
  file('configs', 'ecs/task.json')`{
  "environment": [
    { "name": "PORT", "value": "8080" },
    { "name": "ORDERS_API_TOKEN", "value": "${plant('generic-secret', fake(base62, 36, 39))}" }
  ]
}
`,
  file('configs', 'ansible/vault.yml')`db_password: !vault |
  $ANSIBLE_VAULT;1.1;AES256
  ${fake('0123456789', 80, 40)}
`,
  file(
    'configs',
    'secrets.enc.yaml',
  )`db_password: ENC[AES256_GCM,data:${fake(base64, 24, 41)},iv:${fake(base64, 43, 42)}=,tag:${fake(base64, 22, 43)}==,type:str]
`,
  file('configs', 'terraform/provider.tf')`provider "vault" {
  address = "https://vault.a1.dev"
  token   = "${plant('vault-token', `hvs.${fake(base64url, 92, 44)}`)}"
}
`,
  file('configs', 'terraform/variables.tf')`variable "db_password" {
  type      = string
  sensitive = true
}
resource "db" "main" { password = var.db_password }
`,
  file('configs', '.gitlab-ci.yml')`deploy:
  variables:
    DEPLOY_TOKEN: $CI_DEPLOY_TOKEN
  script:
    - curl --header "PRIVATE-TOKEN: ${plant('gitlab-token', `glpat-${fake(base64url, 20, 45)}`)}" https://git.a1.dev/api
`,
  file('configs', '.github/workflows/ci.yml')`env:
  TOKEN: \${{ secrets.DEPLOY_TOKEN }}
  CACHE_KEY: node-\${{ hashFiles('package-lock.json') }}
`,
  file('configs', 'alertmanager.yml')`receivers:
  - name: team
    slack_configs:
      - api_url: https://hooks.slack.com/services/${plant('slack-webhook', `T${fake('ABCDEFGHJKLMN2345678', 9, 46)}/B${fake('ABCDEFGHJKLMN2345678', 10, 47)}/${fake(base62, 24, 48)}`)}
`,
];

export const cases: SecretCase[] = [...manifests, ...registries, ...logins, ...services];
