import { crc32Base62 } from './model/base62-checksum.ts';
import type { Inventory } from './model/component.ts';
import { defaultPolicy } from './model/gate/policy.ts';
import type { AdvisoryIndex } from './model/advisory.ts';
import type { ScanType } from './model/scan-type.ts';
import type { EngineInput, SourceInput } from './engine.ts';
import type { SourceFiles } from './model/source-files.ts';
import { emptyAdvisoryIndex } from './advisories/advisory-index.ts';
import { configurationKinds, type ConfigurationKind } from './sast/configuration/configuration-kind.ts';
import { canaryComponent } from './advisories/canary-advisory.ts';

/** A sample unit and the number of findings it must give. */
interface Canary {
  input: Partial<EngineInput & SourceInput>;
  expected: number;
  by: 'fingerprint' | 'file';
}

interface CanaryContext {
  advisories: AdvisoryIndex;
  files: SourceFiles;
}

const filesOf = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  entries: Object.entries(texts).map(([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text) })),
  read: (path) => Buffer.from(texts[path] ?? ''),
});

const sourceOf = (texts: Readonly<Record<string, string>>): Partial<SourceInput> => ({
  files: filesOf(texts),
  ignoreFile: { entries: [], truncated: false },
});

const inventoryOf = (components: Inventory['components']): Inventory => ({
  unitType: 'npm',
  components,
  direct: [],
  read: ['canary'],
  unread: [],
  notes: [],
});

/** Uses the canary package of each ecosystem in the snapshot. */
const vulnerable = ({ advisories }: CanaryContext): Canary => ({
  input: { inventory: inventoryOf(advisories.ecosystems.map(canaryComponent)) },
  expected: advisories.ecosystems.length,
  by: 'fingerprint',
});

const strongCopyleft = (): Canary => ({
  input: {
    inventory: inventoryOf([{ ...canaryComponent('npm'), license: 'MIT AND GPL-3.0-only' }]),
    policy: defaultPolicy,
  },
  expected: 1,
  by: 'fingerprint',
});

/** Assembled at run time, so that no token is in the source. It is not a real one. */
const credential = (): Canary => {
  const body = ['sgs', 'q7Zp2LxW9dKt4RvB6nYc8HmF3jGs5A'].join('_');
  return {
    input: sourceOf({ 'canary.env': `CANARY_TOKEN=${body}${crc32Base62(body)}\n` }),
    expected: 1,
    by: 'fingerprint',
  };
};

/** Passes request data to a command or a query, in each language whose grammar is always loaded. */
const weaknesses = {
  'canary.js': `const { exec } = require('child_process');
const app = require('express')();
app.get('/', (req, res) => {
  exec('ls ' + req.query.dir);
});
`,
  'canary.py': `import os
from flask import Flask, request

app = Flask(__name__)

@app.route('/')
def index():
    os.system('ls ' + request.args.get('dir'))
    return ''
`,
  'canary.go': `package main

import (
	"net/http"
	"os/exec"
)

func index(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", "ls "+r.URL.Query().Get("dir")).Run()
}
`,
  'Canary.java': `import java.sql.*;
import javax.servlet.http.*;

public class Canary extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
    Statement statement = connection.createStatement();
    statement.executeQuery("SELECT * FROM a WHERE id = " + request.getParameter("id"));
  }
}
`,
};

/** The same in each language whose grammar is only loaded for units with such files, by file extension. */
const rarerWeaknesses: Readonly<Record<string, string>> = {
  rs: `use actix_web::{web, Responder};
use std::process::Command;

async fn index(dir: web::Query<String>) -> impl Responder {
    Command::new("sh").arg("-c").arg(format!("ls {}", dir.into_inner())).output()
}
`,
  cs: `using Microsoft.AspNetCore.Mvc;

public class CanaryController : ControllerBase
{
    [HttpGet]
    public IActionResult Get([FromQuery] string id) => Ok(_db.Items.FromSqlRaw("SELECT * FROM a WHERE id = " + id));
}
`,
  php: "<?php\nsystem('ls ' . $_GET['dir']);\n",
  rb: `class CanariesController < ApplicationController
  def index
    system("ls #{params[:dir]}")
  end
end
`,
};

/** The same for configuration, whose readers are only loaded for units that have some, by its kind. */
const weakConfigurations: Readonly<Record<ConfigurationKind, readonly [file: string, text: string]>> = {
  actions: ['canary/action.yml', 'runs:\n  steps:\n    - run: echo ${{ github.event.issue.title }}\n'],
  cloudformation: [
    'canary.template',
    'Resources:\n  Canary:\n    Type: AWS::S3::Bucket\n    Properties:\n      AccessControl: PublicRead\n',
  ],
  dockerfile: ['canary.dockerfile', 'FROM scratch\nUSER root\n'],
  gitlab: ['canary/.gitlab-ci.yml', 'canary:\n  script:\n    - eval "$CI_COMMIT_TITLE"\n'],
  kubernetes: [
    'canary.yaml',
    'apiVersion: v1\nkind: Pod\nspec:\n  hostPID: true\n  containers:\n    - securityContext: {privileged: true}\n',
  ],
  terraform: ['canary.tf', 'resource "aws_s3_bucket" "canary" {\n  acl = "public-read"\n}\n'],
};

const weak = ({ files }: CanaryContext): Canary => {
  const endings = new Set(
    files.entries.map(({ path }) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()),
  );
  const kinds = new Set(configurationKinds(files).values());
  const rarer = Object.entries(rarerWeaknesses).filter(([ending]) => endings.has(ending));
  const texts = {
    ...weaknesses,
    ...Object.fromEntries(rarer.map(([ending, text]) => [`canary.${ending}`, text])),
    ...Object.fromEntries([...kinds].map((kind) => weakConfigurations[kind])),
  };
  return { input: sourceOf(texts), expected: Object.keys(texts).length, by: 'file' };
};

const canaries: Partial<Record<ScanType, (context: CanaryContext) => Canary>> = {
  sca: vulnerable,
  'dependency-advisor': vulnerable,
  license: strongCopyleft,
  secrets: credential,
  sast: weak,
};

/** An engine of either kind. */
interface Canaried<Input> {
  scanType: ScanType;
  run(input: Input): { findings: readonly { fingerprint: string; file: string }[] };
}

/**
 * Runs an engine on a known-bad sample, so that a broken engine does not report a unit as clean.
 * @returns whether there was a sample to find.
 * @throws Error when the engine misses it, which is a bug and fails the scan.
 */
export const assertFindsCanary = <Input extends EngineInput | SourceInput>(
  { scanType, run }: Canaried<Input>,
  input: Input,
): boolean => {
  const advisories = 'advisories' in input ? input.advisories : emptyAdvisoryIndex;
  const files = 'files' in input ? input.files : filesOf({});
  const canary = canaries[scanType]?.({ advisories, files });
  if (!canary || canary.expected === 0) return false;
  const { findings } = run({ ...input, ...canary.input });
  if (new Set(findings.map((finding) => finding[canary.by])).size < canary.expected)
    throw new Error(`the ${scanType} engine did not find its canary`);
  return true;
};
