import type { Dialect } from '../dialect.ts';
import type { Host } from '../embedded/embedded-code.ts';
import type { CanaryFile } from './canary-file.ts';

/** Code that passes request data to a command, a query or a page, for each grammar in syntax of its own. */
export const codeCanaries: Readonly<Record<Dialect, CanaryFile>> = {
  JavaScript: {
    file: 'canary.js',
    rules: ['js-command-injection'],
    text: `const { exec } = require('child_process');
const app = require('express')();
app.get('/', (req, res) => {
  exec('ls ' + req.query.dir);
});
`,
  },
  TypeScript: {
    file: 'canary.ts',
    rules: ['js-command-injection'],
    text: `import { exec } from "node:child_process";
import express, { type Request } from "express";
const app = express();
app.get('/', <T extends object>(req: Request<T>): void => {
  const dir = <string>req.query['dir'];
  exec('ls ' + dir!);
});
`,
  },
  Tsx: {
    file: 'canary.tsx',
    rules: ['js-dom-xss'],
    text: `import type { ReactNode } from "react";
export const Canary = ({ a }: { a: string }): ReactNode => {
  const text: string = window.location.hash;
  return <p title={a} dangerouslySetInnerHTML={{ __html: text as string }} />;
};
`,
  },
  python: {
    file: 'canary.py',
    rules: ['py-command-injection'],
    text: `import os
from flask import Flask, request

app = Flask(__name__)

@app.route('/')
def index():
    os.system('ls ' + request.args.get('dir'))
    return ''
`,
  },
  go: {
    file: 'canary.go',
    rules: ['go-command-injection'],
    text: `package main

import (
	"net/http"
	"os/exec"
)

func index(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", "ls "+r.URL.Query().Get("dir")).Run()
}
`,
  },
  java: {
    file: 'Canary.java',
    rules: ['java-sql-injection'],
    text: `import java.sql.*;
import javax.servlet.http.*;

public class Canary extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
    Statement statement = connection.createStatement();
    statement.executeQuery("SELECT * FROM a WHERE id = " + request.getParameter("id"));
  }
}
`,
  },
  rust: {
    file: 'canary.rs',
    rules: ['rs-command-injection'],
    text: `use actix_web::{web, Responder};
use std::process::Command;

async fn index(dir: web::Query<String>) -> impl Responder {
    Command::new("sh").arg("-c").arg(format!("ls {}", dir.into_inner())).output()
}
`,
  },
  csharp: {
    file: 'canary.cs',
    rules: ['cs-sql-injection'],
    text: `using Microsoft.AspNetCore.Mvc;

public class CanaryController : ControllerBase
{
    [HttpGet]
    public IActionResult Get([FromQuery] string id) => Ok(_db.Items.FromSqlRaw("SELECT * FROM a WHERE id = " + id));
}
`,
  },
  php: {
    file: 'canary.php',
    rules: ['php-command-injection'],
    text: "<?php\nsystem('ls ' . $_GET['dir']);\n",
  },
  ruby: {
    file: 'canary.rb',
    rules: ['rb-command-injection'],
    text: `class CanariesController < ApplicationController
  def index
    system("ls #{params[:dir]}")
  end
end
`,
  },
};

/** Pages with such code in them, for each kind that code is taken from. */
export const embeddedCanaries: Readonly<Record<Host, CanaryFile>> = {
  blade: {
    file: 'canary/code.blade.php',
    rules: ['php-command-injection'],
    text: "<p>a</p>\n@php system('ls ' . $_GET['dir']); @endphp\n",
  },
  erb: {
    file: 'canary/code.html.erb',
    rules: ['rb-command-injection'],
    text: '<p><% system("ls #{params[:dir]}") %></p>\n',
  },
  jsp: {
    file: 'canary/code.jsp',
    rules: ['java-command-injection'],
    text: '<p><% Runtime.getRuntime().exec("ls " + request.getParameter("dir")); %></p>\n',
  },
  pug: {
    file: 'canary/code.pug',
    rules: ['js-command-injection'],
    text: "- const { exec } = require('child_process');\np= exec('ls ' + req.query.dir)\n",
  },
  razor: {
    file: 'canary/Code.cshtml',
    rules: ['cs-command-injection'],
    text: '<p>a</p>\n@{ Process.Start("ls", Request.Query["dir"]); }\n',
  },
  vue: {
    file: 'canary/Code.vue',
    rules: ['js-code-injection'],
    text: '<template><p>a</p></template>\n<script lang="ts">\neval(window.location.hash as string);\n</script>\n',
  },
};
