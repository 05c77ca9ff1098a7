-- Posts the question that is in the environment with every request.
wrk.method = "POST"
wrk.body = os.getenv("QUESTION")
wrk.headers["content-type"] = "application/json"
wrk.headers["x-csrf"] = "1"
