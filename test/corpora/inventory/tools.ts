import type { InventoryCase } from './inventory-case.ts';

const sha = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
const digest = '0123456789abcdef'.repeat(4);

const workflow = `name: build
on: [push]
env: # uses: not/this@v1
  NOTE: 'uses: nor/this@v1'
jobs:
  test:
    runs-on: ubuntu-latest
    container: node:22-slim
    services:
      db:
        image: ghcr.io/acme/db:16@sha256:${digest}
    steps:
      - uses: actions/checkout@v4
      - name: pinned
        uses: "Acme/Setup@${sha}" # v2.3.1
        with:
          image: acme/input:1
      - uses: acme/unnamed@${sha}
      - uses: github/codeql-action/init@v3.25.0
      - uses: ./.github/actions/own
      - uses: docker://alpine:3.20
      - { name: flow, uses: acme/flow@1.2.0 }
      - run: |
          echo "uses: not/a-step@v1"
          - uses: not/a-step-either@v1
      - uses: acme/branch@main
  call:
    uses: acme/shared/.github/workflows/release.yml@v1
`;

export const cases: InventoryCase[] = [
  {
    name: 'a workflow with actions, images, a reusable workflow, and texts that only look like steps',
    unitType: 'source',
    files: { '.github/workflows/ci.yml': workflow },
    expected: [
      `pkg:docker/acme/db@sha256:${digest}?repository_url=ghcr.io required direct`,
      'pkg:docker/alpine@3.20 required direct',
      'pkg:docker/node@22-slim required direct',
      'pkg:githubactions/acme/branch@main required direct',
      'pkg:githubactions/acme/flow@1.2.0 required direct',
      `pkg:githubactions/acme/setup@v2.3.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2FAcme%2FSetup%40${sha} required direct`,
      'pkg:githubactions/acme/shared@v1 required direct',
      `pkg:githubactions/acme/unnamed@${sha}?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Funnamed%40${sha} required direct`,
      'pkg:githubactions/actions/checkout@v4 required direct',
      'pkg:githubactions/github/codeql-action@v3.25.0 required direct',
    ],
  },
  {
    name: 'a composite action and one that runs an image',
    unitType: 'source',
    files: {
      'action.yml':
        'name: a\nruns:\n  using: composite\n  steps:\n    - run: ls\n      shell: bash\n    - uses: acme/step@v1\n',
      'image/action.yaml': "name: b\nruns:\n  using: docker\n  image: 'docker://acme/tool:2'\n",
      'built/action.yaml': 'name: c\nruns:\n  using: docker\n  image: Dockerfile\n',
    },
    expected: ['pkg:docker/acme/tool@2 required direct', 'pkg:githubactions/acme/step@v1 required direct'],
  },
  {
    name: 'tools of asdf and mise, including those from registries with advisories',
    unitType: 'source',
    files: {
      '.tool-versions': '# tools\nnodejs 22.1.0 20.11.1\nterraform latest # newest\n\nerlang 26.2\n',
      'mise.toml':
        '[env]\nA = "1"\n[tools]\npython = ["3.11", "3.12.1"]\n"npm:prettier" = "3.3.2"\n"npm:eslint" = "9"\n"cargo:eza" = { version = "0.18.0" }\n"go:example.com/m/cmd" = "1.2.3"\n',
    },
    expected: [
      'pkg:cargo/eza@0.18.0 required direct',
      'pkg:generic/erlang@26.2 required direct',
      'pkg:generic/nodejs@20.11.1 required direct',
      'pkg:generic/nodejs@22.1.0 required direct',
      'pkg:generic/python@3.11 required direct',
      'pkg:generic/python@3.12.1 required direct',
      'pkg:generic/terraform required direct',
      'pkg:golang/example.com/m/cmd@v1.2.3 required direct',
      'pkg:npm/eslint required direct',
      'pkg:npm/prettier@3.3.2 required direct',
    ],
  },
  {
    name: 'tools of the tasks of mise',
    unitType: 'source',
    files: {
      'mise.toml': `[tools]
"npm:prettier" = ["3.3.2"]
[tasks]
lint = "eslint ."
[tasks.build]
run = "make"
[tasks.build.tools]
"npm:eslint" = "9.1.0"
"cargo:eza" = { version = "0.18.0" }
`,
    },
    expected: [
      'pkg:cargo/eza@0.18.0 required direct',
      'pkg:npm/eslint@9.1.0 required direct',
      'pkg:npm/prettier@3.3.2 required direct',
    ],
  },
  {
    name: 'every file of mise, of the repository, an environment or a machine',
    unitType: 'source',
    files: Object.fromEntries(
      [
        '.config/mise/config.toml',
        '.config/mise.toml',
        'mise/config.toml',
        '.mise/config.test.toml',
        'mise.local.toml',
        '.mise.ci.local.toml',
        '.config/mise/conf.d/extra.toml',
      ].map((path, at) => [path, `[tools]\n"npm:tool-${at}" = "1.0.${at}"\n`]),
    ),
    expected: Array.from({ length: 7 }, (_, at) => `pkg:npm/tool-${at}@1.0.${at} required direct`),
  },
];

const terraformLock = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.31.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:ltxyuBWIy9cq0kIKDJH1jeWJy/y7XJLjS4QrsQK4plA=",
    "zh:${digest}",
  ]
}

provider "registry.opentofu.org/acme/cloud" {
  version = "1.2.0"
  hashes = [
    "zh:${digest}",
  ]
}
`;

/** The lockfile of Terraform beside the configuration that asks for its providers. */
export const terraform: InventoryCase[] = [
  {
    name: 'providers of the default registry and of another one',
    unitType: 'source',
    files: {
      '.terraform.lock.hcl': terraformLock,
      'versions.tf':
        'terraform {\n  required_providers {\n    aws = {\n      source  = "hashicorp/aws"\n      version = "~> 5.0"\n    }\n    cloud = { source = "registry.opentofu.org/acme/cloud" }\n  }\n}\nmodule "m" {\n  source = "acme/module/aws"\n}\n',
    },
    expected: [
      'pkg:terraform/acme/cloud@1.2.0?repository_url=registry.opentofu.org required direct',
      'pkg:terraform/hashicorp/aws@5.31.0 required direct',
    ],
  },
];
