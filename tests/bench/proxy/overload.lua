-- Every connection asks once in so many milliseconds, at its own moment: a load that does not wait for answers to slow it.
local every = tonumber(os.getenv("EVERY_MS"))

function delay()
  return every * (0.5 + math.random())
end
