import { base62, fake } from '@scangate/engines/secrets/rule-example';

/** The files of a repository by path. */
export type RepositoryFiles = Record<string, string>;

const packageLock = (packages: Record<string, string>): string =>
  JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: packages },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, version]) => [
          `node_modules/${name}`,
          { version, license: name === 'lodash' ? 'GPL-3.0-only' : 'MIT' },
        ]),
      ),
    },
  });

const leak = (name: string, seed: number): string => `${name}=sk_live_${fake(base62, 24, seed)}\n`;

/** Ten small repositories of different ecosystems, with vulnerabilities, secrets and weaknesses. */
export const ecosystemRepositories: Record<string, RepositoryFiles> = {
  npm: {
    'package.json': JSON.stringify({ dependencies: { minimist: '1.2.5', lodash: '4.17.15' } }),
    'package-lock.json': packageLock({ minimist: '1.2.5', lodash: '4.17.15' }),
    'src/server.js': `const { exec } = require('child_process');
const app = require('express')();
app.get('/', (req, res) => exec('ls ' + req.query.dir));
`,
  },
  pypi: {
    'requirements.txt': 'pyyaml==5.3.1\nrequests==2.30.0\n',
    'app/views.py': `import os
from flask import Flask, request

app = Flask(__name__)

@app.route('/')
def index():
    os.system('ls ' + request.args.get('dir'))
    return ''
`,
    '.env': leak('STRIPE_KEY', 1),
  },
  go: {
    'go.mod': 'module example.com/export\n\ngo 1.20\n\nrequire golang.org/x/text v0.3.6\n',
    'main.go': `package main

import (
	"net/http"
	"os/exec"
)

func index(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", "ls "+r.URL.Query().Get("dir")).Run()
}
`,
  },
  cargo: {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n',
    'Cargo.lock': `version = 3

[[package]]
name = "serde"
version = "1.0.190"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "shop"
version = "0.1.0"
dependencies = ["serde"]
`,
    'src/main.rs': 'fn main() {}\n',
  },
  rubygems: {
    Gemfile: "source 'https://rubygems.org'\ngem 'rack'\n",
    'Gemfile.lock': `GEM
  remote: https://rubygems.org/
  specs:
    rack (2.2.3)

PLATFORMS
  ruby

DEPENDENCIES
  rack
`,
    'config/deploy.env': leak('KEY', 2),
  },
  composer: {
    'composer.json': JSON.stringify({ require: { 'monolog/monolog': '^2.0' } }),
    'composer.lock': JSON.stringify({
      packages: [{ name: 'monolog/monolog', version: '2.9.1', license: ['MIT'] }],
      'packages-dev': [],
    }),
  },
  maven: {
    'pom.xml': `<project>
  <groupId>com.example</groupId><artifactId>shop</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.yaml</groupId><artifactId>snakeyaml</artifactId><version>1.33</version></dependency>
  </dependencies>
</project>
`,
    'src/main/java/App.java': `import java.sql.*;
import javax.servlet.http.*;

public class App extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
    Statement statement = connection.createStatement();
    statement.executeQuery("SELECT * FROM a WHERE id = " + request.getParameter("id"));
  }
}
`,
  },
  hex: {
    'mix.exs': 'defmodule Shop.MixProject do\nend\n',
    'mix.lock': `%{
  "plug": {:hex, :plug, "1.14.0", "ba4f558468f69cbd9f6b356d25443d0b796fbdc887e03fa89001384a9cac638f", [:mix], [], "hexpm", "bf020432c7d4feb7b3af16a0c2701455cbbbb95e5b6866132cb09eb0c29adc14"},
}
`,
  },
  'several units': {
    'package-lock.json': packageLock({ axios: '0.21.1' }),
    'services/pricing/requirements.txt': 'jinja2==2.11.2\n',
    'services/pricing/.scangateignore': 'secrets:stripe-key # a test key\n',
    'services/pricing/key.env': leak('KEY', 3),
    'tools/export/go.mod': 'module example.com/tools\n\ngo 1.20\n',
  },
  'source only': {
    'README.md': '# Shop\n',
    'deploy/key.env': leak('KEY', 4),
    'src/page.ts': 'export const page = (name: string): string => `<b>${name}</b>`;\n',
  },
};
