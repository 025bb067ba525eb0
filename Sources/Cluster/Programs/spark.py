#!/usr/bin/env python3
# Searches all states of a spec on Apache Spark: spark-submit THIS.py FOLDER [options of the report ...]
#
# FOLDER, the spec and the tool are seen by all machines under the same names. What workers write is kept in FOLDER, so
# that nothing is done twice: not if a worker dies, and not if this program is run again.
# TRAYCHECK: the tool. TRAYCHECK_PARTS: into how many parts states are divided. TRAYCHECK_LEAST: states worth a worker.
import functools, itertools, json, os, re, shlex, shutil, subprocess, sys, time
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, concat_ws, expr, lit, split, substring_index

TOOL = os.environ.get("TRAYCHECK", {{TOOL}})
EXPAND, REPORT = {{EXPAND}}, {{REPORT}}
STARTS, STEPS = {{STARTS}}, {{STEPS}}
WORLDS = {{WORLDS}}

# Status 1 means "violated", so that whatever breaks ends with 2.
sys.excepthook = lambda *error: (sys.__excepthook__(*error), sys.stderr.flush(), os._exit(2))
fail = lambda status, text: sys.exit(print(text, file=sys.stderr) or status)
if len(sys.argv) < 2 or re.match("[A-Za-z][A-Za-z0-9+.-]*:", sys.argv[1]):
    fail(64, "usage: spark-submit THIS.py FOLDER [options of the report ...]; FOLDER is a path, not a URL")
FOLDER = os.path.abspath(sys.argv[1])
spark = SparkSession.builder.config("spark.hadoop.fs.defaultFS", "file:///").getOrCreate()
sc = spark.sparkContext
sc.setLogLevel("ERROR")
PARTS = int(os.environ.get("TRAYCHECK_PARTS", 4 * sc.defaultParallelism))
LEAST = int(os.environ.get("TRAYCHECK_LEAST", 20000))
spark.conf.set("spark.sql.shuffle.partitions", PARTS)

starting = lambda frame, word: frame.where(col("value").startswith(word))
word = lambda number: split(col("value"), " ")[number]

class World:
    def __init__(self, number, arguments, header):
        self.folder, self.header = os.path.join(FOLDER, str(number)), header
        self.command, self.clock = [TOOL] + EXPAND + arguments, time.monotonic()
        # What was found, how many states each level has, what was counted there, and the visited states, in a few frames
        # that are divided alike: (levels, states, frame).
        self.found, self.levels, self.counts, self.runs = [], [], [], []
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, "header"), "a+") as file:
            file.seek(0)
            if (file.read() or header) != header: fail(2, self.folder + " is of another spec")
            file.write(header[file.tell():])

    # Adds the seconds since the last note to those of earlier runs.
    def note_time(self):
        seconds, self.clock = time.monotonic() - self.clock, time.monotonic()
        with open(os.path.join(self.folder, "seconds"), "a") as file: file.write("%.3f\n" % seconds)

    def path(self, kind, level): return os.path.join(self.folder, kind, str(level))

    def is_done(self, path):
        return os.path.exists(os.path.join(path, "_SUCCESS")) or shutil.rmtree(path, ignore_errors=True)

    # What workers write of the states of a level.
    def written(self, kind, level, more=[]):
        out = self.path(kind, level)
        if not self.is_done(out):
            head = [self.header] + ["known " + found["text"] for found in self.found if not more]
            states = sc.textFile(self.path("levels", level))
            states = states.coalesce(max(1, min(PARTS, self.levels[level] // LEAST)))
            states = states.mapPartitions(lambda lines: itertools.chain(head, lines))
            command, path = shlex.join(self.command + more), {"PATH": os.environ.get("PATH", "")}
            states.pipe(command, path, True).saveAsTextFile(out)
        return spark.read.text(out)

    # The starts, as if a level before the first had them as successors.
    def begin(self, out):
        if not self.is_done(out):
            lines = subprocess.run(self.command + STARTS, stdout=subprocess.PIPE, check=True).stdout
            sc.parallelize(lines.decode().splitlines(), 1).saveAsTextFile(out)
        return spark.read.text(out)

    # Counts and findings come from what was written, each once, however often a task was begun.
    def note(self, level, lines):
        rows = lines.where(~col("value").startswith("s "))
        rows = rows.groupBy(substring_index("value", " ", 3).alias("v")).count().collect()
        read = sum(int(row.v[4:]) * row["count"] for row in rows if row.v.startswith("end "))
        if level >= 0:
            if read != self.levels[level]:
                fail(70, "level %d has %d states, and %d were read" % (level, self.levels[level], read))
            counts = [row for row in rows if row.v.startswith("c ")]
            self.counts.append([json.loads(row.v[2:]) for row in counts for _ in range(row["count"])])
        for text in sorted(row.v for row in rows if row.v.startswith("f ")):
            _, ahead, finding = text.split(" ")
            if all(found["text"] != finding for found in self.found):
                self.found.append({"level": level + int(ahead), "out": level, "text": finding})

    # Writes the states of the next level, and tells how many there are.
    def advance(self, level, lines):
        path = self.path("levels", level)
        if not self.is_done(path):
            states = starting(lines, "s ").select(expr("substring(value, 3)").alias("s")).distinct()
            for _, _, run in self.runs:
                states = states.join(run, "s", "left_anti")
            states.write.text(path)
        levels, total = [level], (count := spark.read.text(path).count())
        # Runs at least double in size from one to the next, so that each state is moved a few times only.
        while self.runs and self.runs[-1][1] < 2 * total:
            other = self.runs.pop()
            other[2].unpersist()
            levels, total = levels + other[0], total + other[1]
        run = spark.read.text([self.path("levels", number) for number in levels]).toDF("s")
        self.runs.append((levels, total, run.repartition(PARTS, "s").persist()))
        return count

    def search(self):
        lines, level = self.begin(self.path("out", -1)), 0
        self.note(-1, lines)
        while (count := self.advance(level, lines)) > 0:
            self.levels.append(count)
            print("level %d: %d states" % (level, count), file=sys.stderr, flush=True)
            lines = self.written("out", level)
            self.note(level, lines)
            self.note_time()
            level += 1

    # Marks level by level backwards the states that have something to show straight ahead.
    def mark(self):
        marks = None
        for level in range(max((found["level"] for found in self.found), default=-1), -1, -1):
            path, here = self.path("marks", level), []
            if not self.is_done(path):
                for goal, found in ((g, f) for g, f in enumerate(self.found) if f["level"] == level):
                    start = "f %d %s " % (level - found["out"], found["text"])
                    rows = starting(spark.read.text(self.path("out", found["out"])), start)
                    here.append(rows.select(word(3).alias("s"), lit(str(goal)).alias("g")))
                if marks is not None:
                    more = STEPS + [self.path("marks", level + 1)]
                    steps = starting(self.written("steps", level, more), "e ")
                    steps = steps.select(word(1).alias("t"), word(2).alias("s")).join(marks, "t")
                    here.append(steps.select("s", "g"))
                here = functools.reduce(lambda one, more: one.union(more), here).distinct()
                here.select(concat_ws(" ", "s", "g")).write.text(path)
            marks = spark.read.text(path).select(word(0).alias("t"), word(1).alias("g"))


for number, (arguments, header) in enumerate(WORLDS):
    world = World(number, arguments, header)
    world.search()
    world.mark()
    world.note_time()
    seconds = sum(map(float, open(os.path.join(world.folder, "seconds"))))
    found = [{"finding": json.loads(f["text"]), "level": f["level"]} for f in world.found]
    summary = {"header": header, "levels": world.levels, "counts": world.counts, "found": found,
               "seconds": seconds}
    open(os.path.join(world.folder, "summary.json"), "w").write(json.dumps(summary))
    spark.catalog.clearCache()
spark.stop()
sys.exit(subprocess.run([TOOL] + REPORT + [FOLDER] + sys.argv[2:]).returncode)
