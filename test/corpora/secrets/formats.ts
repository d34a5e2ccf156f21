/** Naming conventions for words like `billing api key`. */
export interface Name {
  snake: string;
  upper: string;
  camel: string;
  pascal: string;
  kebab: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const nameOf = (words: string): Name => {
  const parts = words.split(' ');
  const pascal = parts.map(capital).join('');
  return {
    snake: parts.join('_'),
    upper: parts.join('_').toUpperCase(),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    kebab: parts.join('-'),
  };
};

/** A file that assigns a value to a name in its language; `«»` stands for the value. */
export interface Format {
  path: string;
  text: (name: Name) => string;
}

const configuration: Format[] = [
  { path: '.env', text: ({ upper }) => `NODE_ENV=production\nPORT=8080\n${upper}=«»\nLOG_LEVEL=info\n` },
  { path: 'deploy/prod.env', text: ({ upper }) => `# generated\nexport ${upper}="«»"\nREGION='eu-west-1'\n` },
  {
    path: 'config/application.yml',
    text: ({ kebab }) =>
      `server:\n  port: 8080\nbilling:\n  url: https://billing.a1.dev\n  ${kebab}: "«»"\n  retries: 3\n`,
  },
  {
    path: 'config/settings.yaml',
    text: ({ snake }) => `defaults: &defaults\n  ${snake}: «»\n  timeout: 30\n`,
  },
  {
    path: 'config/production.json',
    text: ({ camel }) => `{\n  "host": "app.a1.dev",\n  "${camel}": "«»",\n  "debug": false\n}\n`,
  },
  {
    path: 'src/main/resources/application.properties',
    text: ({ kebab }) => `spring.application.name=orders\napp.${kebab}=«»\nserver.port=8081\n`,
  },
  {
    path: 'conf/app.ini',
    text: ({ snake }) => `[service]\nhost = a1.dev\n${snake} = «»\n\n[log]\nlevel = info\n`,
  },
  {
    path: 'config/app.toml',
    text: ({ snake }) => `title = "orders"\n\n[service]\n${snake} = "«»"\nport = 8080\n`,
  },
  {
    path: 'config/web.xml',
    text: ({ camel }) =>
      `<?xml version="1.0"?>\n<config>\n  <${camel}>«»</${camel}>\n  <port>80</port>\n</config>\n`,
  },
  {
    path: 'App/Web.config',
    text: ({ pascal }) =>
      `<configuration>\n  <appSettings>\n    <add key="${pascal}" value="«»" />\n  </appSettings>\n</configuration>\n`,
  },
  {
    path: 'App/appsettings.Production.json',
    text: ({ pascal }) =>
      `{\n  "Logging": { "LogLevel": "Warning" },\n  "Service": { "${pascal}": "«»" }\n}\n`,
  },
  {
    path: 'App/Info.plist',
    text: ({ pascal }) =>
      `<plist version="1.0">\n<dict>\n  <key>CFBundleName</key>\n  <string>App</string>\n  <key>${pascal}</key>\n  <string>«»</string>\n</dict>\n</plist>\n`,
  },
];

const infrastructure: Format[] = [
  { path: 'infra/prod.tfvars', text: ({ snake }) => `region = "eu-west-1"\n${snake} = "«»"\nreplicas = 3\n` },
  {
    path: 'infra/main.tf',
    text: ({ snake }) =>
      `resource "app_service" "orders" {\n  name = "orders"\n  ${snake} = "«»"\n  size = 2\n}\n`,
  },
  {
    path: 'Dockerfile',
    text: ({ upper }) => `FROM node:24-slim\nWORKDIR /app\nENV ${upper}=«»\nCMD ["node", "app.js"]\n`,
  },
  {
    path: 'docker-compose.yml',
    text: ({ upper }) =>
      `services:\n  app:\n    image: orders:1.4\n    environment:\n      - PORT=8080\n      - ${upper}=«»\n`,
  },
  {
    path: 'k8s/deployment.yaml',
    text: ({ upper }) =>
      `apiVersion: apps/v1\nkind: Deployment\nspec:\n  containers:\n    - name: app\n      env:\n        - name: ${upper}\n          value: "«»"\n`,
  },
  {
    path: 'roles/app/vars/main.yml',
    text: ({ snake }) => `---\napp_user: deploy\napp_${snake}: '«»'\napp_port: 8080\n`,
  },
  {
    path: '.github/workflows/deploy.yml',
    text: ({ upper }) =>
      `jobs:\n  deploy:\n    runs-on: ubuntu-latest\n    env:\n      ${upper}: «»\n    steps:\n      - run: make deploy\n`,
  },
  {
    path: 'scripts/deploy.sh',
    text: ({ upper }) => `#!/bin/sh\nset -eu\n${upper}="«»"\n./deploy --to prod\n`,
  },
  { path: 'home/.bash_history', text: ({ upper }) => `cd app\ngit pull\nexport ${upper}=«»\nmake run\n` },
  {
    path: 'scripts/deploy.ps1',
    text: ({ pascal }) => `param([string]$Target)\n$${pascal} = "«»"\nInvoke-Deploy $Target\n`,
  },
  {
    path: 'Makefile',
    text: ({ upper }) => `APP := orders\n${upper} := "«»"\n\nrun:\n\tgo run ./cmd/$(APP)\n`,
  },
];

const programs: Format[] = [
  {
    path: 'src/settings.py',
    text: ({ upper }) =>
      `import os\n\nDEBUG = False\n${upper} = "«»"\nTIMEOUT = int(os.environ.get("TIMEOUT", "30"))\n`,
  },
  {
    path: 'analysis/report.ipynb',
    text: ({ snake }) =>
      `{\n "cells": [\n  {\n   "cell_type": "code",\n   "source": [\n    "import requests\\n",\n    "${snake} = '«»'\\n"\n   ]\n  }\n ]\n}\n`,
  },
  {
    path: 'src/client.js',
    text: ({ camel }) =>
      `const http = require('node:http');\n\nconst ${camel} = '«»';\n\nmodule.exports = { http };\n`,
  },
  {
    path: 'src/client.ts',
    text: ({ camel }) =>
      `import { Client } from './client.ts';\n\nexport const client = new Client({\n  ${camel}: '«»',\n  retries: 2,\n});\n`,
  },
  {
    path: 'src/main/java/dev/a1/Client.java',
    text: ({ upper }) =>
      `package dev.a1;\n\nfinal class Client {\n  private static final String ${upper} = "«»";\n  private int retries = 3;\n}\n`,
  },
  {
    path: 'src/main/kotlin/dev/a1/Client.kt',
    text: ({ camel }) =>
      `package dev.a1\n\nobject Client {\n    private const val ${camel}: String = "«»"\n    val retries = 3\n}\n`,
  },
  {
    path: 'App/Client.cs',
    text: ({ camel }) =>
      `namespace A1;\n\npublic class Client\n{\n    private readonly string ${camel} = "«»";\n}\n`,
  },
  {
    path: 'internal/client/client.go',
    text: ({ camel }) =>
      `package client\n\nimport "net/http"\n\nconst ${camel} = "«»"\n\nvar web = &http.Client{}\n`,
  },
  {
    path: 'src/client.rs',
    text: ({ upper }) =>
      `use std::time::Duration;\n\nconst ${upper}: &str = "«»";\nconst WAIT: Duration = Duration::from_secs(3);\n`,
  },
  {
    path: 'src/Client.php',
    text: ({ snake }) =>
      `<?php\n\nreturn [\n    'host' => 'a1.dev',\n    '${snake}' => '«»',\n    'debug' => false,\n];\n`,
  },
  {
    path: 'config/initializers/app.rb',
    text: ({ snake }) => `Rails.application.configure do\n  config.x.${snake} = "«»"\nend\n`,
  },
  {
    path: 'Sources/App/Client.swift',
    text: ({ camel }) =>
      `import Foundation\n\nstruct Client {\n    let ${camel} = "«»"\n    var retries = 3\n}\n`,
  },
];

export const formats: readonly Format[] = [...configuration, ...infrastructure, ...programs];
