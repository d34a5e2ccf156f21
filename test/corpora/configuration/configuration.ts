/** Realistic files of configuration, as projects have them. A line with a weakness ends in `! rule`. */
import { casesOf, type QualityCase } from '../sast/quality-case.ts';

const workflows = casesOf(
  'workflows',
  `name: triage
on:
  issues:
    types: [opened]
permissions:
  issues: write
jobs:
  label:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - name: Look at the title
        run: |
          title="\${{ github.event.issue.title }}" # ! gha-script-injection
          if [[ "$title" == *bug* ]]; then gh issue edit "$NUMBER" --add-label bug; fi
        env:
          NUMBER: \${{ github.event.issue.number }}
          GH_TOKEN: \${{ github.token }}
---
name: preview
on:
  pull_request_target:
    types: [labeled]
permissions: write-all # ! gha-write-all
jobs:
  build:
    if: contains(github.event.pull_request.labels.*.name, 'preview')
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          ref: \${{ github.event.pull_request.head.sha }} # ! gha-untrusted-checkout
          persist-credentials: false
      - run: npm ci && npm run build
      - uses: acme/publish-preview@main # ! gha-action-of-branch
        with:
          token: \${{ secrets.PREVIEW_TOKEN }}
---
name: release
on:
  push:
    tags: ['v*']
env:
  ACTIONS_ALLOW_UNSECURE_COMMANDS: true # ! gha-unsafe-commands
jobs:
  release:
    permissions:
      contents: write
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
      - run: curl -sSfL https://raw.example.com/tool/install.sh | sh -s -- -b ./bin v1.2.3 # ! gha-download-to-shell
      - name: Write settings
        run: echo "$ALL" > settings.json
        env:
          ALL: \${{ toJSON(secrets) }} # ! gha-all-secrets
---
name: ci
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
concurrency:
  group: \${{ github.workflow }}-\${{ github.head_ref || github.run_id }}
  cancel-in-progress: true
jobs:
  test:
    strategy:
      matrix:
        node: [22, 24]
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: \${{ matrix.node }}
      - run: npm ci
      - name: Comment
        if: github.event_name == 'pull_request' && contains(github.event.pull_request.title, 'docs')
        run: echo "$TITLE" | tee title.txt
        env:
          TITLE: \${{ github.event.pull_request.title }}
      - uses: codecov/codecov-action@5a1091511ad55cbe89839c7260b706298ca349f7 # v5.5.1
`,
  '.github/workflows/a.yml',
);

const pipelines = casesOf(
  'pipelines',
  `variables:
  CI_DEBUG_TRACE: "true" # ! glci-debug-trace
  GIT_SSL_NO_VERIFY: "1" # ! glci-tls-unverified
.deploy: &deploy
  before_script:
    - curl -fsSL https://get.example.com/cli | bash # ! glci-download-to-shell
deploy:
  <<: *deploy
  script:
    - eval "release --notes $CI_COMMIT_MESSAGE" # ! glci-script-injection
---
include:
  - template: Security/SAST.gitlab-ci.yml
  - project: platform/pipelines
    ref: v3.1.0
    file: /build.yml
stages: [test, build]
test:
  stage: test
  image: node:24.1
  variables:
    NODE_ENV: test
  script:
    - npm ci
    - echo "building $CI_COMMIT_REF_NAME"
    - eval "$(ssh-agent -s)"
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
`,
  '.gitlab-ci.yml',
);

const images = casesOf(
  'images',
  `FROM node:latest # ! dockerfile-unpinned-image
ARG NPM_TOKEN # ! dockerfile-secret-in-argument
ENV API_KEY=4f9a7c21d0 # ! dockerfile-secret-in-environment
WORKDIR /app
COPY .npmrc package*.json ./ # ! dockerfile-secret-file
RUN npm config set strict-ssl false && npm ci # ! dockerfile-tls-unverified
COPY . .
RUN chmod -R 777 /app # ! dockerfile-world-writable
USER root # ! dockerfile-root-user
CMD ["node", "server.js"]
---
FROM ubuntu:24.04 AS build
RUN apt-get update \\
    && apt-get install -y --no-install-recommends curl ca-certificates \\
    && curl -fsSL https://deb.example.com/setup | bash - # ! dockerfile-download-to-shell
ADD https://example.com/tool.tar.gz /opt/ # ! dockerfile-remote-add
RUN apt-get install -y --allow-unauthenticated legacy-tool # ! dockerfile-unsigned-packages
RUN useradd -m app && echo "app:app" | chpasswd # ! dockerfile-password-in-layer
RUN echo "app ALL=(ALL) NOPASSWD:ALL" >> /etc/sudoers.d/app # ! dockerfile-sudo-without-password
FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=build /opt/tool /tool
ENTRYPOINT ["/tool"]
---
# syntax=docker/dockerfile:1
ARG GO_VERSION=1.25
FROM --platform=$BUILDPLATFORM golang:\${GO_VERSION}-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod \\
    --mount=type=secret,id=netrc,target=/root/.netrc \\
    go mod download
COPY . .
RUN CGO_ENABLED=0 go build -o /out/app ./cmd/app
FROM alpine:3.22
RUN apk add --no-cache ca-certificates curl \\
    && curl -fsSLo /tmp/key.asc https://example.com/key.asc \\
    && adduser -D -u 10001 app
COPY --from=build /out/app /usr/local/bin/app
USER 10001
HEALTHCHECK CMD curl -k https://localhost:8443/healthz
ENTRYPOINT ["app"]
`,
  'Dockerfile',
);

const terraform = casesOf(
  'terraform',
  `resource "aws_s3_bucket" "assets" {
  bucket = "acme-assets"
  acl    = "public-read" # ! tf-public-storage
}
resource "aws_s3_bucket_public_access_block" "assets" {
  bucket                  = aws_s3_bucket.assets.id
  block_public_acls       = false # ! tf-public-access-allowed
  block_public_policy     = false
}
resource "aws_security_group" "db" {
  vpc_id = module.vpc.vpc_id
  ingress {
    description = "postgres"
    from_port   = 5432
    to_port     = 5432
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"] # ! tf-open-ingress
  }
}
resource "aws_db_instance" "main" {
  engine              = "postgres"
  storage_encrypted   = false # ! tf-unencrypted-storage
  publicly_accessible = true # ! tf-public-database
  password            = "Sup3r-secret" # ! tf-literal-password
}
---
data "aws_iam_policy_document" "admin" {
  statement {
    sid       = "All"
    actions   = ["*"] # ! tf-wildcard-policy
    resources = ["*"]
  }
}
resource "aws_sns_topic_policy" "open" {
  arn = aws_sns_topic.a.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "*" }
      Action    = ["sns:Publish"] # ! tf-policy-for-everybody
      Resource  = aws_sns_topic.a.arn
    }]
  })
}
resource "aws_lb_listener" "web" {
  port     = 80
  protocol = "HTTP" # ! tf-unencrypted-transport
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.web.arn
  }
}
resource "aws_instance" "web" {
  ami = data.aws_ami.ubuntu.id
  metadata_options {
    http_tokens = "optional" # ! tf-metadata-without-token
  }
}
resource "google_project_iam_member" "ci" {
  role   = "roles/owner" # ! tf-basic-role
  member = "serviceAccount:ci@example.iam.gserviceaccount.com"
}
module "network" {
  source = "git::https://github.com/acme/terraform-network.git" # ! tf-unpinned-module
}
---
terraform {
  required_version = ">= 1.9"
  backend "s3" {}
}
locals {
  tags = merge(var.tags, { service = "web" })
  ports = { for name, port in var.ports : name => port if port > 0 }
}
resource "aws_s3_bucket" "logs" {
  bucket_prefix = "logs-"
  tags          = local.tags
}
resource "aws_s3_bucket_public_access_block" "logs" {
  bucket                  = aws_s3_bucket.logs.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}
resource "aws_security_group" "web" {
  dynamic "ingress" {
    for_each = local.ports
    content {
      from_port   = ingress.value
      to_port     = ingress.value
      protocol    = "tcp"
      cidr_blocks = var.sources
    }
  }
  ingress {
    from_port        = 443
    to_port          = 443
    protocol         = "tcp"
    cidr_blocks      = ["0.0.0.0/0"]
    ipv6_cidr_blocks = ["::/0"]
  }
  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }
}
data "aws_iam_policy_document" "read" {
  statement {
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = [aws_s3_bucket.logs.arn, "\${aws_s3_bucket.logs.arn}/*"]
  }
}
resource "aws_db_instance" "main" {
  storage_encrypted           = true
  manage_master_user_password = true
  publicly_accessible         = false
}
resource "aws_lb_listener" "redirect" {
  protocol = "HTTP"
  default_action {
    type = "redirect"
    redirect {
      protocol    = "HTTPS"
      status_code = "HTTP_301"
    }
  }
}
`,
  'main.tf',
);

const templates = casesOf(
  'templates',
  `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  MasterPassword: # ! cfn-visible-secret
    Type: String
Resources:
  Site:
    Type: AWS::S3::Bucket
    Properties:
      AccessControl: PublicRead # ! cfn-public-storage
  Group:
    Type: AWS::EC2::SecurityGroup
    Properties:
      GroupDescription: ssh
      SecurityGroupIngress:
        - IpProtocol: tcp
          FromPort: 22
          ToPort: 22
          CidrIp: 0.0.0.0/0 # ! cfn-open-ingress
  Role:
    Type: AWS::IAM::Role
    Properties:
      AssumeRolePolicyDocument:
        Statement:
          - Effect: Allow
            Principal: {Service: lambda.amazonaws.com}
            Action: sts:AssumeRole
      Policies:
        - PolicyName: all
          PolicyDocument:
            Statement:
              - Effect: Allow
                Action: '*' # ! cfn-wildcard-policy
                Resource: '*'
  Database:
    Type: AWS::RDS::DBInstance
    Properties:
      MasterUserPassword: !Ref MasterPassword
      PubliclyAccessible: true # ! cfn-public-database
      StorageEncrypted: false # ! cfn-unencrypted-storage
---
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Parameters:
  Password:
    Type: String
    NoEcho: true
Resources:
  Handler:
    Type: AWS::Serverless::Function
    Properties:
      Policies:
        - S3ReadPolicy: {BucketName: !Ref Data}
        - Statement:
            - Effect: Allow
              Action: [dynamodb:GetItem]
              Resource: !GetAtt Table.Arn
  Data:
    Type: AWS::S3::Bucket
    Properties:
      PublicAccessBlockConfiguration:
        BlockPublicAcls: true
        BlockPublicPolicy: true
  Key:
    Type: AWS::KMS::Key
    Properties:
      EnableKeyRotation: true
      KeyPolicy:
        Statement:
          - Effect: Allow
            Principal: {AWS: !Sub 'arn:aws:iam::\${AWS::AccountId}:root'}
            Action: kms:*
            Resource: '*'
  Listener:
    Type: AWS::ElasticLoadBalancingV2::Listener
    Properties:
      Protocol: HTTPS
      SslPolicy: ELBSecurityPolicy-TLS13-1-2-2021-06
      DefaultActions: [{Type: forward}]
`,
  'stack.yaml',
);

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  template:
    spec:
      hostPID: true # ! k8s-host-namespace
      hostNetwork: true # ! k8s-host-network
      containers:
        - name: agent
          image: acme/agent:latest # ! k8s-unpinned-image
          securityContext:
            privileged: true # ! k8s-privileged
            runAsUser: 0 # ! k8s-root-user
            capabilities:
              add: [NET_ADMIN, SYS_ADMIN] # ! k8s-added-capability
      volumes:
        - name: docker
          hostPath:
            path: /var/run/docker.sock # ! k8s-runtime-socket
        - name: root
          hostPath:
            path: / # ! k8s-host-path
`;

const access = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: operator
rules:
  - apiGroups: ['*']
    resources: ['*']
    verbs: ['*'] # ! k8s-wildcard-role
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: operator
roleRef:
  kind: ClusterRole
  name: cluster-admin # ! k8s-admin-binding
subjects:
  - kind: Group
    name: system:unauthenticated # ! k8s-anonymous-binding
`;

const wellKept = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        seccompProfile: {type: RuntimeDefault}
      containers:
        - name: web
          image: registry.example.com/web:1.4.2
          env:
            - name: DB_PASSWORD
              valueFrom:
                secretKeyRef: {name: db, key: password}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
              add: [NET_BIND_SERVICE]
      volumes:
        - name: tmp
          emptyDir: {}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: web
rules:
  - apiGroups: ['']
    resources: [configmaps]
    verbs: [get, list, watch]
`;

const chart = `{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web.fullname" . }}
  labels:
    {{- include "web.labels" . | nindent 4 }}
spec:
  template:
    spec:
      hostIPC: true # ! k8s-host-namespace
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          securityContext:
            {{- toYaml .Values.securityContext | nindent 12 }}
{{- end }}
`;

// Documents of one stream are parted by the same line as cases are.
const manifests = [agent, access, wellKept, chart].map((code): QualityCase => ({
  group: 'manifests',
  code,
  file: 'deploy/a.yaml',
}));

export const configurationCases: readonly QualityCase[] = [
  ...workflows,
  ...pipelines,
  ...images,
  ...terraform,
  ...templates,
  ...manifests,
];
