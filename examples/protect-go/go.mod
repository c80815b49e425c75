module example.com/protect-go

go 1.19
