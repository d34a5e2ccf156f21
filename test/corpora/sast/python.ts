import { casesOf, type QualityCase } from './quality-case.ts';
import { pythonSettings } from './python-settings.ts';

const statements: QualityCase[] = [
  ...casesOf(
    'sql',
    `
from flask import Blueprint, jsonify, request
from .db import get_db

bp = Blueprint("orders", __name__)

@bp.route("/orders")
def orders():
    status = request.args.get("status", "open")
    rows = get_db().execute("SELECT * FROM orders WHERE status = '%s'" % status).fetchall()  # ! py-sql-injection
    return jsonify([dict(row) for row in rows])
---
from flask import Blueprint, jsonify, request
from .db import get_db

bp = Blueprint("orders", __name__)

@bp.route("/orders")
def orders():
    status = request.args.get("status", "open")
    rows = get_db().execute("SELECT * FROM orders WHERE status = ?", (status,)).fetchall()
    return jsonify([dict(row) for row in rows])
---
from django.db import connection
from django.http import JsonResponse

def search(request):
    term = request.GET.get("q", "")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, title FROM books WHERE title LIKE '%{term}%'")  # ! py-sql-injection
        rows = cursor.fetchall()
    return JsonResponse({"rows": rows})
---
from django.db import connection
from django.http import JsonResponse

def search(request):
    term = request.GET.get("q", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, title FROM books WHERE title LIKE %s", [f"%{term}%"])
        rows = cursor.fetchall()
    return JsonResponse({"rows": rows})
---
from fastapi import APIRouter, Depends
from sqlalchemy import text
from sqlalchemy.orm import Session

router = APIRouter()

@router.get("/users")
def users(sort: str = "id", db: Session = Depends(get_db)):
    statement = text(f"SELECT * FROM users ORDER BY {sort}")  # ! py-sql-injection
    return db.execute(statement).mappings().all()
---
from fastapi import APIRouter, Depends
from sqlalchemy import text
from sqlalchemy.orm import Session

router = APIRouter()
COLUMNS = {"id", "name"}

@router.get("/users")
def users(sort: str = "id", limit: int = 10, db: Session = Depends(get_db)):
    if sort not in COLUMNS:
        sort = "id"
    return db.execute(text(f"SELECT * FROM users ORDER BY {sort} LIMIT {limit}")).all()
---
import psycopg2
from aiohttp import web

async def handle(request):
    data = await request.post()
    conn = psycopg2.connect(DSN)
    cur = conn.cursor()
    query = "UPDATE users SET email = '{}' WHERE id = {}".format(data["email"], request.match_info["id"])
    cur.execute(query)  # ! py-sql-injection
    return web.json_response({"ok": True})
---
import sqlite3

class Users:
    def __init__(self, path):
        self.connection = sqlite3.connect(path)

    def by_name(self, name):
        sql = "SELECT * FROM users WHERE name = '" + name + "'"
        return self.connection.execute(sql).fetchone()  # ! py-sql-from-parameter

    def by_id(self, id):
        return self.connection.execute("SELECT * FROM users WHERE id = ?", (id,)).fetchone()

    def drop(self, table):
        self.connection.execute("DROP TABLE " + table)
---
from django.db import connection
from django.views.generic import DetailView

class Author(DetailView):
    def get_queryset(self):
        cursor = connection.cursor()
        cursor.execute("SELECT id FROM authors WHERE slug = '" + self.kwargs["slug"] + "'")  # ! py-sql-injection
        return cursor.fetchall()
---
from flask import redirect, url_for
from .forms import SearchForm

@bp.route("/search", methods=["POST"])
def search():
    form = SearchForm()
    if not form.validate_on_submit():
        return redirect(url_for("index"))
    rows = db.session.execute("SELECT * FROM posts WHERE title LIKE '%" + form.term.data + "%'")  # ! py-sql-injection
    return {"posts": [row.title for row in rows]}
---
import sqlite3
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        name = parse_qs(query).get("name", [""])[0]
        rows = sqlite3.connect("a.db").execute("SELECT * FROM users WHERE name = '%s'" % name)  # ! py-sql-injection
        self.send_response(200)
        self.end_headers()
---
import json
import pymysql

def handler(event, context):
    body = json.loads(event["body"])
    connection = pymysql.connect(host=HOST)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM carts WHERE owner = '" + body["owner"] + "'")  # ! py-sql-injection
    return {"statusCode": 204}
---
from flask import request

@app.route("/report/<int:year>")
def report(year):
    month = int(request.args.get("month", 1))
    return render(db.execute(f"SELECT * FROM sales WHERE year = {year} AND month = {month}"))
---
from flask import request

FIELDS = {"name": "u.name", "age": "u.age"}

@app.route("/list")
def listing():
    column = FIELDS.get(request.args.get("sort"), "u.id")
    where = []
    values = []
    for key in ("name", "city"):
        if key in request.args:
            where.append(key + " = ?")
            values.append(request.args[key])
    sql = "SELECT * FROM users u WHERE " + " AND ".join(where) + " ORDER BY " + column
    return str(len(db.execute(sql, values).fetchall()))
---
from myapp.models import Person

def people(request):
    order = request.POST["order"]
    return render(request, "people.html", {"people": Person.objects.extra(order_by=[order], where=["age > " + request.POST["age"]])})  # ! py-sql-injection
---
from django.views import View
from .models import Item

class ItemView(View):
    def get(self, request, slug):
        items = Item.objects.raw("SELECT * FROM items WHERE slug = '%s'" % slug)  # ! py-sql-injection
        return render(request, "items.html", {"items": list(items)})
---
from tornado.web import RequestHandler

class Login(RequestHandler):
    def post(self):
        name = self.get_argument("name")
        row = self.application.db.execute("select * from users where name = '" + name + "'")  # ! py-sql-injection
        self.render("hello.html", row=row)
`,
  ),
  ...casesOf(
    'nosql, ldap, xpath',
    `
from flask import request
from pymongo import MongoClient

db = MongoClient().shop

@app.route("/login", methods=["POST"])
def login():
    body = request.get_json()
    user = db.users.find_one({"name": body["name"], "password": body["password"]})  # ! py-nosql-injection
    return {"ok": user is not None}
---
from flask import request
from pymongo import MongoClient

db = MongoClient().shop

@app.route("/login", methods=["POST"])
def login():
    user = db.users.find_one({"name": request.form["name"]})
    return {"ok": user is not None}
---
from flask import request
from pymongo import MongoClient

db = MongoClient().shop

@app.route("/items")
def items():
    owner = request.args["owner"]
    found = db.items.find({"$where": f"this.owner == '{owner}'"})  # ! py-nosql-injection
    return {"items": list(found)}
---
import ldap
from flask import request

@app.route("/people")
def people():
    connection = ldap.initialize("ldap://localhost")
    found = connection.search_s("dc=example", ldap.SCOPE_SUBTREE, "(uid=%s)" % request.args["uid"])  # ! py-ldap-injection
    return {"n": len(found)}
---
import ldap
from ldap.filter import escape_filter_chars
from flask import request

@app.route("/people")
def people():
    connection = ldap.initialize("ldap://localhost")
    uid = escape_filter_chars(request.args["uid"])
    found = connection.search_s("dc=example", ldap.SCOPE_SUBTREE, f"(uid={uid})")
    return {"n": len(found)}
---
from lxml import etree
from flask import request

tree = etree.parse("employees.xml")

@app.route("/employee")
def employee():
    number = request.args["number"]
    found = tree.xpath("/employees/employee[@number='" + number + "']/name")  # ! py-xpath-injection
    return {"names": [each.text for each in found]}
---
from lxml import etree
from flask import request

tree = etree.parse("employees.xml")

@app.route("/employee")
def employee():
    found = tree.xpath("/employees/employee[@number=$number]/name", number=request.args["number"])
    return {"names": [each.text for each in found]}
`,
  ),
];

const running: QualityCase[] = [
  ...casesOf(
    'commands',
    `
import subprocess
from flask import request

@app.route("/ping")
def ping():
    host = request.args.get("host")
    output = subprocess.check_output("ping -c 1 " + host, shell=True)  # ! py-command-injection
    return {"output": output.decode()}
---
import subprocess
from flask import request

@app.route("/ping")
def ping():
    host = request.args.get("host")
    output = subprocess.check_output(["ping", "-c", "1", host])
    return {"output": output.decode()}
---
import os
from django.http import HttpResponse

def convert(request):
    name = request.FILES["image"].name
    os.system(f"convert uploads/{name} out.png")  # ! py-command-injection
    return HttpResponse("done")
---
import os
import shlex
from django.http import HttpResponse

def convert(request):
    name = shlex.quote(request.FILES["image"].name)
    os.system(f"convert uploads/{name} out.png")
    return HttpResponse("done")
---
import subprocess
from fastapi import FastAPI

app = FastAPI()

class Tool:
    def __init__(self, binary):
        self.binary = binary

    def run(self, argument):
        command = [self.binary, "-c", "lookup " + argument]
        return subprocess.run(command, capture_output=True)  # ! py-command-injection

@app.get("/lookup")
async def lookup(name: str):
    return {"code": Tool("/bin/sh").run(name).returncode}
---
import asyncio
from sanic import Sanic
from sanic.response import json

app = Sanic("tools")

@app.get("/dig")
async def dig(request):
    process = await asyncio.create_subprocess_shell("dig " + request.args.get("name"))  # ! py-command-injection
    return json({"code": await process.wait()})
---
import subprocess
from flask import request

COMMANDS = {"disk": "df -h", "load": "uptime"}

@app.route("/status")
def status():
    name = request.args["name"]
    if name not in COMMANDS:
        return {"error": "unknown"}, 404
    return {"out": subprocess.getoutput(COMMANDS[name])}
---
import re
import subprocess
from flask import abort, request

@app.route("/whois")
def whois():
    domain = request.args["domain"]
    if not re.fullmatch(r"[a-z0-9.-]+", domain):
        abort(400)
    return {"out": subprocess.getoutput("whois " + domain)}
---
import subprocess
import sys

subprocess.call("gzip " + sys.argv[1], shell=True)  # ! py-command-injection-local
---
import subprocess

def build(target):
    subprocess.run(["make", target], check=True)

def clean():
    subprocess.run("rm -rf build/*", shell=True, check=True)
---
import paramiko
from flask import request

@app.route("/restart")
def restart():
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.connect("worker.example.com")
    client.exec_command("systemctl restart " + request.args["unit"])  # ! py-command-injection
    return {}
`,
  ),
  ...casesOf(
    'code, templates',
    `
from flask import request

@app.route("/calc")
def calc():
    return {"result": eval(request.args["expression"])}  # ! py-code-injection
---
import ast
from flask import request

@app.route("/calc")
def calc():
    return {"result": ast.literal_eval(request.args["expression"])}
---
import importlib
from flask import request

@app.route("/plugin/<name>")
def plugin(name):
    module = importlib.import_module("plugins." + name)  # ! py-code-injection
    return module.run()
---
def evaluate(expression, names):
    return eval(expression, {}, names)  # ! py-code-from-parameter
---
import torch

model = torch.nn.Linear(2, 2)
model.eval()
value = eval("1 + 1")
---
from flask import render_template_string, request

@app.errorhandler(404)
def missing(error):
    page = "<h1>No page %s</h1>" % request.url
    return render_template_string(page), 404  # ! py-template-injection
---
from flask import render_template_string, request

@app.route("/hello")
def hello():
    return render_template_string("<h1>Hello {{ name }}</h1>", name=request.args["name"])
---
from jinja2 import Environment, select_autoescape
from flask import request

env = Environment(autoescape=select_autoescape())

@app.route("/preview", methods=["POST"])
def preview():
    body = request.form["body"]
    return {"html": env.from_string(body).render()}  # ! py-template-injection
`,
  ),
  ...casesOf(
    'deserialization, xml',
    `
import base64
import pickle
from flask import request

@app.route("/cart")
def cart():
    items = pickle.loads(base64.b64decode(request.cookies["cart"]))  # ! py-unsafe-deserialization
    return {"items": len(items)}
---
import json
from flask import request

@app.route("/cart")
def cart():
    items = json.loads(request.cookies["cart"])
    return {"items": len(items)}
---
import yaml
from flask import request

@app.route("/config", methods=["POST"])
def config():
    settings = yaml.load(request.data, Loader=yaml.UnsafeLoader)  # ! py-unsafe-deserialization
    return {"n": len(settings)}
---
import yaml
from flask import request

@app.route("/config", methods=["POST"])
def config():
    settings = yaml.safe_load(request.data)
    return {"n": len(settings)}
---
import yaml

with open("config.yml") as stream:
    config = yaml.load(stream)  # ! py-unsafe-yaml
---
import yaml
from yaml import CSafeLoader as Loader

with open("config.yml") as stream:
    config = yaml.load(stream, Loader=Loader)
---
from lxml import etree
from flask import request

@app.route("/import", methods=["POST"])
def import_orders():
    root = etree.fromstring(request.data)  # ! py-xxe
    return {"orders": len(root)}
---
from lxml import etree
from flask import request

@app.route("/import", methods=["POST"])
def import_orders():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(request.data, parser)
    return {"orders": len(root)}
---
from defusedxml import ElementTree
from django.http import JsonResponse

def import_orders(request):
    root = ElementTree.fromstring(request.body)
    return JsonResponse({"orders": len(root)})
---
import pickle

CACHE = "/var/cache/app/index.pickle"

def load_index():
    with open(CACHE, "rb") as stream:
        return pickle.load(stream)
`,
  ),
];

const reaching: QualityCase[] = [
  ...casesOf(
    'files',
    `
import os
from flask import request, send_file

ROOT = "/srv/files"

@app.route("/download")
def download():
    return send_file(os.path.join(ROOT, request.args["name"]))  # ! py-path-traversal
---
from flask import request, send_from_directory

ROOT = "/srv/files"

@app.route("/download")
def download():
    return send_from_directory(ROOT, request.args["name"])
---
import os
from flask import request
from werkzeug.utils import secure_filename

@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join("/srv/files", secure_filename(file.filename)))
    return {"ok": True}
---
import os
from flask import request

@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join("/srv/files", file.filename))  # ! py-path-traversal
    return {"ok": True}
---
from pathlib import Path
from fastapi import FastAPI, HTTPException

app = FastAPI()
ROOT = Path("/srv/notes").resolve()

@app.get("/notes/{name:path}")
def note(name: str):
    path = (ROOT / name).resolve()
    if not path.is_relative_to(ROOT):
        raise HTTPException(404)
    return {"text": path.read_text()}
---
from pathlib import Path
from fastapi import FastAPI

app = FastAPI()
ROOT = Path("/srv/notes")

@app.get("/notes/{name:path}")
def note(name: str):
    path = ROOT / name
    return {"text": path.read_text()}  # ! py-path-traversal
---
import os
from django.http import FileResponse, Http404

def attachment(request):
    name = os.path.basename(request.GET["name"])
    path = os.path.join("/srv/attachments", name)
    if not os.path.exists(path):
        raise Http404
    return FileResponse(open(path, "rb"))
---
from flask import request

LANGUAGES = ["en", "de"]

@app.route("/help")
def help_page():
    language = request.cookies.get("language")
    if language not in LANGUAGES:
        language = "en"
    with open(f"help/{language}.md") as stream:
        return {"text": stream.read()}
---
import shutil
from flask import request

@app.route("/project", methods=["DELETE"])
def remove():
    shutil.rmtree("/srv/projects/" + request.json["id"])  # ! py-path-traversal
    return {}
---
import tarfile

def unpack(path, target):
    with tarfile.open(path) as archive:
        archive.extractall(target)  # ! py-zip-slip
---
import tarfile
import zipfile

def unpack(path, target):
    with tarfile.open(path) as archive:
        archive.extractall(target, filter="data")

def unzip(path, target):
    with zipfile.ZipFile(path) as archive:
        archive.extractall(target)
---
import os
import zipfile

def unzip(path, target):
    archive = zipfile.ZipFile(path)
    for name in archive.namelist():
        data = archive.read(name)
        with open(os.path.join(target, name), "wb") as stream:  # ! py-zip-slip
            stream.write(data)
`,
  ),
  ...casesOf(
    'requests, redirects',
    `
import requests
from flask import request

@app.route("/preview")
def preview():
    answer = requests.get(request.args["url"], timeout=5)  # ! py-ssrf
    return {"title": answer.text[:80]}
---
import requests
from urllib.parse import urlparse
from flask import abort, request

ALLOWED = {"example.com", "www.example.com"}

@app.route("/preview")
def preview():
    url = request.args["url"]
    if urlparse(url).hostname not in ALLOWED:
        abort(400)
        return {}
    return {"title": requests.get(url, timeout=5).text[:80]}
---
import httpx
from fastapi import FastAPI

app = FastAPI()

@app.get("/users/{name}")
async def user(name: str):
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"https://api.example.com/users/{name}")
    return answer.json()
---
import aiohttp
from fastapi import FastAPI, Request

app = FastAPI()

@app.post("/hook")
async def hook(request: Request):
    body = await request.json()
    async with aiohttp.ClientSession() as session:
        await session.post(body["callback"], json={"ok": True})  # ! py-ssrf
    return {}
---
import urllib.request
from django.http import HttpResponse

def proxy(request):
    host = request.GET.get("host")
    with urllib.request.urlopen("http://%s/status" % host) as answer:  # ! py-ssrf
        return HttpResponse(answer.read(), content_type="text/plain")
---
from flask import redirect, request

@app.route("/login", methods=["POST"])
def login():
    return redirect(request.args.get("next") or "/")  # ! py-open-redirect
---
from flask import redirect, request, url_for

@app.route("/login", methods=["POST"])
def login():
    return redirect(url_for("profile", name=request.form["name"]))
---
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

def login(request):
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    return redirect(target)
---
from starlette.responses import RedirectResponse

@app.get("/out")
async def out(to: str):
    return RedirectResponse(to)  # ! py-open-redirect
`,
  ),
  ...casesOf(
    'pages',
    `
from flask import request

@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    return f"<h1>Hello {name}</h1>"  # ! py-xss
---
from flask import render_template, request

@app.route("/hello")
def hello():
    return render_template("hello.html", name=request.args.get("name"))
---
from markupsafe import escape
from flask import request

@app.route("/hello")
def hello():
    name = request.args.get("name", "you")
    return f"<h1>Hello {escape(name)}</h1>"
---
from django.http import HttpResponse

def greet(request, name):
    return HttpResponse("<p>Hello " + name + "</p>")  # ! py-xss
---
from django.utils.html import format_html
from django.http import HttpResponse

def greet(request, name):
    return HttpResponse(format_html("<p>Hello {}</p>", name))
---
from django.utils.safestring import mark_safe

def note(request):
    body = mark_safe(request.POST["body"])  # ! py-xss
    return render(request, "note.html", {"body": body})
---
from fastapi import FastAPI
from fastapi.responses import HTMLResponse

app = FastAPI()

@app.get("/page", response_class=HTMLResponse)
async def page(title: str):
    return f"<title>{title}</title>"  # ! py-xss
---
from fastapi import FastAPI

app = FastAPI()

@app.get("/echo")
async def echo(text: str):
    return {"text": text}
---
import json
from flask import Response, request

@app.route("/echo")
def echo():
    return Response(json.dumps({"text": request.args["text"]}), mimetype="application/json")
---
from bottle import request, route

@route("/search")
def search():
    return "<p>Nothing found for " + request.query.q + "</p>"  # ! py-xss
`,
  ),
];

/** Python code of web applications and their surroundings. */
export const pythonCases: readonly QualityCase[] = [
  ...statements,
  ...running,
  ...reaching,
  ...pythonSettings,
];
